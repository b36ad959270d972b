/**
 * The auditor's and the operator's commands, on an installation that runs or has stopped: `operate/usage.ts` says them
 * all, each with `--data DIR` (default .lacre). Ends with 0 when all is well, with 1 when something was found, and with
 * 2 when it could not be done.
 */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { InstallationRefused, readEnvironment } from '@lacre/adapters';
import { readS3Address } from '@lacre/blob-store/s3';

import { exportLines } from './audit/export-log.ts';
import { CHECKS, fsck, isCheckName, wholeLog } from './audit/fsck.ts';
import { openInstallation, type Installation } from './audit/open-installation.ts';
import { momentOf, replay, stepJson, stepText } from './audit/replay-process.ts';
import { ACCOUNT_COMMANDS } from './operate/account-commands.ts';
import { backUp, backUpErasures, checkBackup, restore } from './operate/backup-commands.ts';
import { moveBlobsOf, TO_FOLDER } from './operate/blobs-command.ts';
import { CannotWrite, failureOf, UsageError } from './operate/command-failure.ts';
import {
  readCommand,
  reasonOf,
  say,
  type Asked,
  type Command,
  type LogCommand,
  type Terminal,
} from './operate/command-line.ts';
import { copyLogOf } from './operate/copy-command.ts';
import { isKeysCommand, keysCommand } from './operate/keys/keys-command.ts';
import { adopt, rebuild } from './operate/log-commands.ts';
import { migrateDatabase } from './operate/migrate-command.ts';
import { prepareServer } from './operate/prepare-command.ts';
import { statusText } from './operate/status/status-text.ts';
import { statusOf } from './operate/status/status.ts';
import { listWork, retryWork } from './operate/work-command.ts';

async function runReplay({ eventStore }: Installation, { values, terminal }: Asked): Promise<number> {
  const { process: processId, at, until, json } = values;
  if (processId === undefined) throw new UsageError('falta --process');
  if (at !== undefined && !/^\d+$/.test(at)) throw new UsageError('--at pede o número de um evento');
  const moment = until === undefined ? undefined : momentOf(until);
  if (until !== undefined && moment === undefined)
    throw new UsageError('--until pede uma data, como 2026-11-30 ou 2026-11-30T18:00');
  const end = { revision: at === undefined ? undefined : BigInt(at), moment };
  for await (const step of replay(eventStore, processId, end))
    say(terminal, json ? stepJson(step) : `${stepText(step)}\n`);
  return 0;
}

async function runExport(installation: Installation, { values, terminal }: Asked): Promise<number> {
  const { tenant: tenantId, process: processId, out } = values;
  let count = 0;
  const lines = Readable.from(
    exportLines(wholeLog(installation), { tenantId, processId }, () => (count += 1)),
  );
  if (out === undefined) {
    await pipeline(lines, terminal.out, { end: false });
    return exported(terminal, count);
  }
  // Personal data in plain text: for its owner's eyes alone.
  const file = createWriteStream(out, { mode: 0o600, flags: 'wx' });
  await pipeline(lines, file).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new CannotWrite(`${out} já existe: indique outro arquivo`);
    if (error.syscall !== undefined)
      throw new CannotWrite(`não foi possível escrever ${out} (${error.code})`);
    // Half an export is none.
    await rm(out, { force: true });
    throw error;
  });
  return exported(terminal, count);
}

/** Nothing at all is more often a wrong id than what was wanted. */
function exported({ err }: Terminal, count: number): number {
  if (count > 0) return 0;
  err.write('não há eventos do que foi pedido\n');
  return 2;
}

async function runFsck(
  installation: Installation,
  { values: { only, whole }, terminal }: Asked,
): Promise<number> {
  const names = only?.split(',') ?? Object.keys(CHECKS);
  const unknown = names.find((name) => !isCheckName(name));
  if (unknown !== undefined) throw new UsageError(`não há a verificação ${unknown}`);
  const started = performance.now();
  const problems = await fsck(
    installation,
    names.filter(isCheckName),
    (name, { looked, problems: found }) => {
      say(terminal, `${found.length === 0 ? '✓' : '✗'} ${name}: ${looked}`);
      for (const { where, what } of found) say(terminal, `    ${where}: ${what}`);
    },
    { whole },
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const count = problems.length === 1 ? '1 problema' : `${problems.length} problemas`;
  say(terminal, problems.length === 0 ? `Tudo confere (${seconds} s).` : `${count} (${seconds} s).`);
  return problems.length === 0 ? 0 : 1;
}

/** About a server, before any installation has its log there. */
async function runPrepare({ values, environment, terminal }: Parameters<LogCommand>[0]): Promise<number> {
  const { 'admin-url': adminUrl, shared, exclusive } = values;
  if (adminUrl === undefined)
    throw new UsageError('falta --admin-url, o endereço do servidor com um administrador');
  if (shared && exclusive) throw new UsageError('--shared e --exclusive se excluem');
  const request = {
    adminUrl,
    login: values.user,
    prefix: environment.EVENT_STORE_PREFIX,
    sharing: shared ? ('shared' as const) : exclusive ? ('exclusive' as const) : undefined,
    newPassword: values['new-password'],
    passwordFile: values['password-file'],
    apply: values.apply,
  };
  return (await prepareServer(request, (line) => say(terminal, line))) === 0 ? 0 : 1;
}

async function runCopy({ values, dataDir, environment, terminal }: Parameters<LogCommand>[0]) {
  const { to, from } = values;
  if ((to === undefined) === (from === undefined))
    throw new UsageError('indique --to (do banco de dados para o KurrentDB) ou --from (de volta)');
  await copyLogOf({ dataDir, environment, to, from }, (line) => say(terminal, line));
  return 0;
}

async function runBlobsMove({ values: { to }, dataDir, environment, terminal }: Parameters<LogCommand>[0]) {
  if (to === undefined) throw new UsageError('falta --to: o endereço de um bucket (s3://…), ou folder');
  if (to !== TO_FOLDER) assertS3Address(to);
  return (await moveBlobsOf({ dataDir, environment, to }, (line) => say(terminal, line))) ? 0 : 1;
}

function assertS3Address(text: string): void {
  try {
    readS3Address(text);
  } catch (error) {
    throw new UsageError(`--to: ${(error as Error).message}`);
  }
}

async function runStatus({ values, dataDir, environment, terminal }: Parameters<LogCommand>[0]) {
  const probes = values.probes?.split(',').map((address) => address.replace(/\/+$/, ''));
  const wrong = probes?.find((address) => !/^https?:\/\/[^/]+$/.test(address));
  if (wrong !== undefined)
    throw new UsageError(`--probes pede endereços internos, como http://localhost:4411, e não ${wrong}`);
  const status = await statusOf({ dataDir, environment, probes, now: new Date() });
  say(terminal, values.json ? JSON.stringify(status) : statusText(status));
  return status.problems.length === 0 ? 0 : 1;
}

/** About the keys that everything else is read by. */
function runKeys(what: Parameters<typeof keysCommand>[0]): LogCommand {
  return async ({ values, words, dataDir, environment, terminal }) => {
    const { out, since, compromised } = values;
    const lines = await keysCommand(what, { dataDir, environment, words, out, since, compromised });
    for (const line of lines) say(terminal, line);
    return 0;
  };
}

/** A folder, and how to read it; the option that names it is the command's only one beside the key. */
function backupOf({ values, dataDir, environment }: Parameters<LogCommand>[0], option: 'to' | 'from') {
  const path = values[option];
  if (path === undefined) throw new UsageError(`falta --${option}, a pasta da cópia de segurança`);
  return { path: resolve(path), keyFile: values['key-file'], dataDir, environment };
}

const COMMANDS: Readonly<Record<string, Command>> = {
  'audit replay': runReplay,
  'audit export': runExport,
  fsck: runFsck,
  ...ACCOUNT_COMMANDS,
  'work list': async ({ pool }, { environment, terminal }) => {
    for (const line of await listWork(pool, environment)) say(terminal, line);
    return 0;
  },
  'work retry': async ({ pool }, { words: [kind, id], environment, terminal }) => {
    if (kind === undefined) throw new UsageError('falta o tipo do trabalho, como lacre work list o mostra');
    say(terminal, await retryWork(pool, environment, { kind, id }));
    return 0;
  },
};

async function runMigrate({ values, dataDir, environment, terminal }: Parameters<LogCommand>[0]) {
  const { roles: rolePrefix, 'url-folder': urlFolder, check } = values;
  if (check && rolePrefix !== undefined) throw new UsageError('--check e --roles se excluem');
  if (urlFolder !== undefined && rolePrefix === undefined) throw new UsageError('--url-folder pede --roles');
  const request = { dataDir, environment, check, rolePrefix, urlFolder };
  return (await migrateDatabase(request, (line) => say(terminal, line))) === 'done' ? 0 : 1;
}

const LOG_COMMANDS: Readonly<Record<string, LogCommand>> = {
  migrate: runMigrate,
  rebuild: async ({ dataDir, environment, terminal }) => {
    say(terminal, await rebuild(dataDir, environment));
    return 0;
  },
  'log adopt': async ({ dataDir, environment, values, terminal }) => {
    say(terminal, await adopt(dataDir, environment, reasonOf(values, 'o motivo fica no registro')));
    return 0;
  },
  status: runStatus,
  'log prepare': runPrepare,
  'log copy': runCopy,
  'blobs move': runBlobsMove,
  'keys list': runKeys('list'),
  'keys rotate': runKeys('rotate'),
  'keys retire': runKeys('retire'),
  'keys revoke': runKeys('revoke'),
  backup: (asked) => backUp(backupOf(asked, 'to'), (line) => say(asked.terminal, line)),
  'backup erasures': (asked) => backUpErasures(backupOf(asked, 'to'), (line) => say(asked.terminal, line)),
  'backup verify': (asked) => checkBackup(backupOf(asked, 'from'), (line) => say(asked.terminal, line)),
  restore: (asked) => restore(backupOf(asked, 'from'), (line) => say(asked.terminal, line)),
};

/** Commands about one tenant, user or kind of work, by how many words come after their own two. */
const WORDS_AFTER: Readonly<Record<string, number>> = { tenant: 1, credits: 2, user: 1, work: 2 };

/** The command that the words begin with, and the words after it, which only those about a user or tenant take. */
function commandOf(words: readonly string[]): { command: Command; rest: readonly string[] } | undefined {
  const more = WORDS_AFTER[words[0] ?? ''];
  const own = more === undefined ? words.length : 2;
  const command = COMMANDS[words.slice(0, own).join(' ')];
  const isTooLong = words.length > own + (more ?? 0);
  return command === undefined || isTooLong ? undefined : { command, rest: words.slice(own) };
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const { positionals, values } = readCommand(args);
  const environment = readEnvironment('commands');
  const dataDir = resolve(values.data ?? environment.DATA_DIR ?? '.lacre');
  const own = isKeysCommand(positionals) ? 2 : positionals.length;
  const ofLog = LOG_COMMANDS[positionals.slice(0, own).join(' ')];
  if (ofLog !== undefined)
    return ofLog({ values, words: positionals.slice(own), terminal, dataDir, environment });
  const found = commandOf(positionals);
  if (found === undefined) throw new UsageError(`não há o comando "${positionals.join(' ')}"`);
  const isFsck = found.command === runFsck;
  const installation = await openInstallation(dataDir, environment, { readsDamaged: isFsck }).catch(
    (error: unknown) => (isFsck ? wrongInstallation(error, terminal) : Promise.reject(error)),
  );
  if (installation === undefined) return 1;
  try {
    return await found.command(installation, { values, words: found.rest, environment, terminal });
  } finally {
    await installation.close();
  }
}

/** What is not of one installation is named first and alone: everything else would only follow from it. */
function wrongInstallation(error: unknown, terminal: Terminal): undefined {
  if (!(error instanceof InstallationRefused)) throw error;
  say(terminal, '✗ installation: nada mais foi verificado');
  for (const line of error.message.split('\n')) say(terminal, `    ${line}`);
}

/**
 * Runs one of the commands above.
 *
 * @returns what the program ends with: 0 when all is well, 1 when something was found, 2 when it could not be done
 */
export async function runOperatorCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(args, terminal);
  } catch (error) {
    const { words, status } = failureOf(error);
    terminal.err.write(`${words}\n`);
    return status;
  }
}
