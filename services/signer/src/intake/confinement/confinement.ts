import { chown, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findProgram } from '../office/find-program.ts';
import { openMemoryGroup, removeStaleGroups } from './memory-group.ts';
import { runBounded, type RunOutcome } from './run-bounded.ts';

/** What a program that reads other people's files is kept from. Nothing is true here that was not tried out. */
export interface Confinement {
  /** It sees programs, libraries, fonts and an empty folder in memory; nothing else of the file system, nor `/proc`. */
  files: boolean;
  /** It sees no other process, and whatever it starts ends with it. */
  processes: boolean;
  /** It has no network, not even the machine's own address. */
  network: boolean;
  /** `nobody`: a user that owns nothing. `namespace`: this user, without any right over the system. */
  user: 'nobody' | 'namespace' | 'same';
  /** `group`: all its processes and files in memory together; `process`: the private memory of each; `none`. */
  memory: 'group' | 'process' | 'none';
}

/** A program and its arguments, what they read, and how they are bounded. */
interface ConfinedRun {
  command: readonly string[];
  /** The program among the command's words that must be visible, an absolute path. */
  program: string;
  input: Uint8Array;
  timeoutMs: number;
  maxOutputBytes: number;
  /** Ends the program; the run then rejects with its reason. */
  signal?: AbortSignal | undefined;
}

/** Runs programs in `$HOME`, an empty folder of their own that is gone afterwards. */
export interface Confiner {
  readonly confinement: Confinement;
  run(run: ConfinedRun): Promise<RunOutcome>;
}

/** All that soffice may hold, its files among it, bytes: a contract takes 220 MB, a document of 1,000 pages 400 MB. */
const MEMORY_BYTES = 1024 * 1024 * 1024;
/** No other program runs as this user, and no file is its own. */
const NOBODY = 65_533;
const LIMITS = [
  // Addresses, of which soffice takes far more than memory.
  `--as=${4 * 1024 * 1024 * 1024}`,
  `--data=${MEMORY_BYTES}`,
  `--fsize=${64 * 1024 * 1024}`,
  '--cpu=60',
  '--nofile=1024',
  '--nproc=256',
  '--core=0',
];

type Walls = Pick<Confinement, 'files' | 'processes' | 'network'>;
/** From the most to the least. */
const WALLS: readonly Walls[] = [
  { files: true, processes: true, network: true },
  { files: true, processes: false, network: true },
  { files: false, processes: true, network: true },
  { files: false, processes: false, network: true },
  { files: false, processes: false, network: false },
];
const ROOT_SCRIPT = new URL('../office/office-root.sh', import.meta.url);

interface Tools {
  unshare: string | undefined;
  setpriv: string | undefined;
  prlimit: string | undefined;
  shell: string;
  searchPath: string;
  script: string;
}

/**
 * The most confinement that the system lets this process give, found by trying from the most to the least: a container,
 * a kernel or a policy may forbid any part of it.
 */
export async function findConfiner(searchPath: string): Promise<Confiner> {
  const [unshare, setpriv, prlimit, shell = '/bin/sh'] = await Promise.all(
    ['unshare', 'setpriv', 'prlimit', 'sh'].map((name) => findProgram(name, searchPath)),
  );
  const script = await readFile(ROOT_SCRIPT, 'utf8');
  const tools: Tools = { unshare, setpriv, prlimit, shell, searchPath, script };
  const memory = (await boundsByGroup(tools)) ? 'group' : prlimit ? 'process' : 'none';
  for (const walls of WALLS) {
    for (const user of usersFor(walls, tools)) {
      const confinement: Confinement = { ...walls, user, memory };
      const confiner: Confiner = { confinement, run: (run) => runConfined(confinement, tools, run) };
      if (await holds(confiner, shell)) return confiner;
    }
  }
  throw new Error(`no program can be started by ${shell} in ${tmpdir()}`);
}

function usersFor(walls: Walls, { unshare, setpriv }: Tools): Confinement['user'][] {
  const walled = walls.files || walls.processes || walls.network;
  if (walled && !unshare) return [];
  return [
    ...(setpriv && process.getuid?.() === 0 ? ['nobody' as const] : []),
    ...(setpriv && walled ? ['namespace' as const] : []),
    // With its rights, root could take down any wall.
    ...(walled ? [] : ['same' as const]),
  ];
}

async function runConfined(confinement: Confinement, tools: Tools, run: ConfinedRun): Promise<RunOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'lacre-office-'));
  const group = confinement.memory === 'group' ? await openMemoryGroup(MEMORY_BYTES) : undefined;
  try {
    if (confinement.user === 'nobody') await chown(folder, NOBODY, NOBODY);
    const words = await confiningWords(confinement, tools, run.program, group?.processes ?? '');
    const { input, timeoutMs, maxOutputBytes, signal } = run;
    const command = [...words, ...run.command];
    return await runBounded({
      command,
      folder,
      searchPath: tools.searchPath,
      input,
      timeoutMs,
      maxOutputBytes,
      signal,
    });
  } finally {
    await group?.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

async function confiningWords(
  { files, processes, network, user }: Confinement,
  { unshare, setpriv, prlimit, shell, script }: Tools,
  program: string,
  memoryGroup: string,
): Promise<string[]> {
  const namespaces = [
    ...(user === 'namespace' ? ['--user', '--map-root-user'] : []),
    ...(files ? ['--mount', '--ipc', '--uts'] : []),
    ...(processes ? ['--pid', '--fork', '--kill-child'] : []),
    ...(network ? ['--net'] : []),
  ];
  const claims = await outside({ mnt: files, pid: processes, net: network });
  return [
    // All of it ends with this process, even when this process is killed.
    ...(setpriv ? [setpriv, '--pdeathsig', 'KILL', '--'] : []),
    ...(namespaces.length > 0 && unshare ? [unshare, ...namespaces, '--'] : []),
    shell,
    '-c',
    script,
    'office-root',
    memoryGroup,
    claims,
    files ? 'yes' : 'no',
    program,
    ...(setpriv ? [setpriv, '--pdeathsig', 'KILL', '--no-new-privs', ...droppedRights(user), '--'] : []),
    ...(prlimit ? [prlimit, ...LIMITS, '--'] : []),
  ];
}

/** Root of a namespace could still mount within it. */
function droppedRights(user: Confinement['user']): string[] {
  if (user === 'same') return [];
  const rights = ['--bounding-set=-all', '--inh-caps=-all'];
  return user === 'namespace'
    ? rights
    : [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', ...rights];
}

/** `kind=identity` of the namespaces of this process that are to be left. */
async function outside(kinds: Readonly<Record<string, boolean>>): Promise<string> {
  const left = Object.keys(kinds).filter((kind) => kinds[kind]);
  const claims = left.map(async (kind) => `${kind}=${await readlink(`/proc/self/ns/${kind}`)}`);
  return (await Promise.all(claims)).join(' ');
}

/** Whether a process may be put into a group that bounds its memory. */
async function boundsByGroup({ shell, searchPath }: Tools): Promise<boolean> {
  await removeStaleGroups();
  const group = await openMemoryGroup(MEMORY_BYTES);
  if (!group) return false;
  const outcome = await runBounded({
    command: [shell, '-c', 'echo 0 > "$1"', 'join', group.processes],
    folder: '/',
    searchPath,
    input: Buffer.alloc(0),
    timeoutMs: TRIAL_MS,
    maxOutputBytes: 0,
  });
  await group.remove();
  return outcome.ended === 'exit' && outcome.status === 0;
}

const TRIAL_MS = 10_000;
/** Says who it is and what it sees of a file that is not its own. */
const TRIAL = `
  [ -e "$1" ] || echo no-file
  [ -e /proc/self ] || echo no-proc
  id -u
  echo trial > "$HOME/trial" && rm "$HOME/trial" && echo done
`;

/** Tries a confinement out. Its namespaces are compared with those outside by the script that enters them. */
async function holds(confiner: Confiner, shell: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'lacre-office-trial-'));
  const secret = join(folder, 'secret');
  try {
    await writeFile(secret, 'secret');
    const outcome = await confiner.run({
      command: [shell, '-c', TRIAL, 'trial', secret],
      program: shell,
      input: Buffer.alloc(0),
      timeoutMs: TRIAL_MS,
      maxOutputBytes: 4_096,
    });
    if (outcome.ended !== 'exit' || outcome.status !== 0) return false;
    const said = new Set(outcome.output.toString().trim().split('\n'));
    const { files, user } = confiner.confinement;
    return (
      said.has('done') &&
      (!files || (said.has('no-file') && said.has('no-proc'))) &&
      (user !== 'nobody' || said.has(String(NOBODY)))
    );
  } catch {
    // Without /proc namespaces cannot be compared.
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
