import { RECOVERY_ENDS } from '@lacre/contracts';

import { CHECKS } from '../audit/fsck.ts';

/** Every operator's command: what it takes after its name. The options in it are those that it takes. */
const TAKEN = {
  status: '[--probes ENDEREÇO,ENDEREÇO] [--json]',
  'audit replay': '--process ID [--at NÚMERO | --until DATA] [--json]',
  'audit export': '[--tenant ID] [--process ID] [--out ARQUIVO]',
  'work list': '',
  'work retry': 'TIPO [ID]',
  fsck: `[--only ${Object.keys(CHECKS).join(',')}] [--whole]`,
  'tenant deactivate': 'ENDEREÇO --reason MOTIVO',
  'tenant activate': 'ENDEREÇO',
  'tenant map': '[--out ARQUIVO]',
  'credits grant': 'ENDEREÇO QUANTIDADE --reason MOTIVO',
  'credits monthly': 'ENDEREÇO QUANTIDADE (0 encerra)',
  'user recover': `EMAIL --reason MOTIVO [--end ${RECOVERY_ENDS.join(',')}]`,
  migrate: '[--check] [--roles PREFIXO [--url-folder PASTA]]',
  rebuild: '',
  'keys list': '',
  'keys rotate': 'NOME [--out ARQUIVO] [--compromised]',
  'keys retire': 'NOME',
  'keys revoke': 'seal ID [--since DATA]',
  'log adopt': '--reason MOTIVO',
  'log prepare':
    '--admin-url URL [--user NOME] [--shared | --exclusive] [--new-password] [--password-file ARQUIVO] [--apply]',
  'log copy': '--to URL | --from URL',
  'blobs move': '--to s3://BUCKET… | --to folder',
  backup: '--to PASTA [--key-file ARQUIVO]',
  'backup erasures': '--to PASTA [--key-file ARQUIVO]',
  'backup verify': '--from PASTA [--key-file ARQUIVO]',
  restore: '--from PASTA [--key-file ARQUIVO]',
} as const satisfies Readonly<Record<string, string>>;
type CommandName = keyof typeof TAKEN;

const OF_ALL = '[--data PASTA]';
const isName = (words: string): words is CommandName => Object.hasOwn(TAKEN, words);
const lineOf = (name: CommandName): string => `lacre ${name} ${TAKEN[name]}`.trimEnd();
const optionsOf = (text: string): string[] =>
  Array.from(text.matchAll(/--([a-z-]+)/g), ([, name = '']) => name);

/** How all of them are used. */
export const USAGE = [
  'Uso:',
  ...(Object.keys(TAKEN) as CommandName[]).map((name) => `  ${lineOf(name)}`),
  'Todos aceitam --data PASTA (padrão: .lacre).',
].join('\n');

/** How the command is used that these words begin with, in one line; undefined when they name none. */
export function usageOf(words: readonly string[]): string | undefined {
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find(isName);
  return name === undefined ? undefined : `Uso: ${lineOf(name)} ${OF_ALL}`;
}

/** The first option given that is another command's. */
export function foreignOption(words: readonly string[], given: readonly string[]): string | undefined {
  const own = usageOf(words);
  return own === undefined ? undefined : given.find((option) => !optionsOf(own).includes(option));
}
