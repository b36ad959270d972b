import { RECOVERY_ENDS } from '@lacre/contracts/recovery-ends';

import { CHECK_NAMES } from '../audit/check-names.ts';
import type { Command, LogCommand } from './command.ts';

interface Usage {
  /** Words and options after its name, as its usage shows them: those in it are those that it takes. */
  takes: string;
}

/** Its code is loaded when it is asked for: a command answers without the modules of all others. */
export type OperatorCommand = Usage &
  (
    | { /** About an installation, which is opened for it. */ onInstallation: () => Promise<Command> }
    | { /** Opens what it is about itself. */ alone: () => Promise<LogCommand> }
  );

const account = async (name: keyof typeof import('./account-commands.ts').ACCOUNT_COMMANDS) =>
  (await import('./account-commands.ts')).ACCOUNT_COMMANDS[name];
const backup = async (name: keyof typeof import('./backup-commands.ts').BACKUP_COMMANDS) =>
  (await import('./backup-commands.ts')).BACKUP_COMMANDS[name];
const keys = async (name: Parameters<typeof import('./keys/keys-command.ts').runKeys>[0]) =>
  (await import('./keys/keys-command.ts')).runKeys(name);

/** Every operator's command, in the order in which they are shown. */
export const COMMANDS: Readonly<Record<string, OperatorCommand>> = {
  status: {
    takes: '[--probes ENDEREÇO,ENDEREÇO] [--json]',
    alone: async () => (await import('./status/status-command.ts')).runStatus,
  },
  'audit replay': {
    takes: '--process ID [--at NÚMERO | --until DATA] [--json]',
    onInstallation: async () => (await import('../audit/replay-command.ts')).runReplay,
  },
  'audit export': {
    takes: '[--tenant ID] [--process ID] [--out ARQUIVO]',
    onInstallation: async () => (await import('../audit/export-command.ts')).runExport,
  },
  'work list': {
    takes: '',
    onInstallation: async () => (await import('./work-command.ts')).runWorkList,
  },
  'work retry': {
    takes: 'TIPO [ID]',
    onInstallation: async () => (await import('./work-command.ts')).runWorkRetry,
  },
  fsck: {
    takes: `[--only ${CHECK_NAMES.join(',')}] [--whole]`,
    alone: async () => (await import('../audit/fsck-command.ts')).runFsck,
  },
  'tenant deactivate': {
    takes: 'ENDEREÇO --reason MOTIVO',
    onInstallation: () => account('tenant deactivate'),
  },
  'tenant activate': { takes: 'ENDEREÇO', onInstallation: () => account('tenant activate') },
  'tenant map': { takes: '[--out ARQUIVO]', onInstallation: () => account('tenant map') },
  'tenant move': {
    takes: 'ENDEREÇO|ID --to ARQUIVO [--check | --abandon]',
    onInstallation: async () => (await import('./move-command.ts')).runMove,
  },
  'tenant forget': {
    takes: 'ENDEREÇO|ID --to ARQUIVO [--check]',
    onInstallation: async () => (await import('./move-command.ts')).runForget,
  },
  'credits grant': {
    takes: 'ENDEREÇO QUANTIDADE --reason MOTIVO',
    onInstallation: () => account('credits grant'),
  },
  'credits monthly': {
    takes: 'ENDEREÇO QUANTIDADE (0 encerra)',
    onInstallation: () => account('credits monthly'),
  },
  'user recover': {
    takes: `EMAIL --reason MOTIVO [--end ${RECOVERY_ENDS.join(',')}]`,
    onInstallation: () => account('user recover'),
  },
  migrate: {
    takes: '[--check] [--roles PREFIXO [--url-folder PASTA]]',
    alone: async () => (await import('./migrate-command.ts')).runMigrate,
  },
  rebuild: { takes: '', alone: async () => (await import('./log-commands.ts')).runRebuild },
  'keys list': { takes: '', alone: () => keys('list') },
  'keys rotate': { takes: 'NOME [--out ARQUIVO] [--compromised]', alone: () => keys('rotate') },
  'keys retire': { takes: 'NOME', alone: () => keys('retire') },
  'keys revoke': { takes: 'seal ID [--since DATA]', alone: () => keys('revoke') },
  'log adopt': {
    takes: '--reason MOTIVO',
    alone: async () => (await import('./log-commands.ts')).runAdopt,
  },
  'log prepare': {
    takes:
      '--admin-url URL [--user NOME] [--shared | --exclusive] [--new-password] [--password-file ARQUIVO] [--apply]',
    alone: async () => (await import('./prepare-command.ts')).runPrepare,
  },
  'log copy': {
    takes: '--to URL | --from URL',
    alone: async () => (await import('./copy-command.ts')).runCopy,
  },
  'blobs move': {
    takes: '--to s3://BUCKET… | --to folder',
    alone: async () => (await import('./blobs-command.ts')).runBlobsMove,
  },
  backup: { takes: '--to PASTA [--key-file ARQUIVO]', alone: () => backup('backup') },
  'backup erasures': { takes: '--to PASTA [--key-file ARQUIVO]', alone: () => backup('backup erasures') },
  'backup verify': { takes: '--from PASTA [--key-file ARQUIVO]', alone: () => backup('backup verify') },
  restore: { takes: '--from PASTA [--key-file ARQUIVO]', alone: () => backup('restore') },
};

/** The name of the command that the words begin with; undefined when they begin with none. */
export const nameOf = (words: readonly string[]): string | undefined =>
  [words.slice(0, 2).join(' '), words[0] ?? ''].find((name) => Object.hasOwn(COMMANDS, name));

/** How many words it takes after its name, at most. */
export function wordsAfter({ takes }: OperatorCommand): number {
  const parts = takes === '' ? [] : takes.split(' ');
  const options = parts.findIndex((part) => /^\[?--|^\(/.test(part));
  return options === -1 ? parts.length : options;
}
