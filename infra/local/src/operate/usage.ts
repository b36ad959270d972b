import { COMMANDS, nameOf } from './commands.ts';

const OF_ALL = '[--data PASTA]';
const lineOf = (name: string): string => `lacre ${name} ${COMMANDS[name]?.takes ?? ''}`.trimEnd();
const optionsOf = (text: string): string[] =>
  Array.from(text.matchAll(/--([a-z-]+)/g), ([, name = '']) => name);

/** How all of them are used. */
export const USAGE = [
  'Uso:',
  ...Object.keys(COMMANDS).map((name) => `  ${lineOf(name)}`),
  'Todos aceitam --data PASTA (padrão: .lacre).',
].join('\n');

/** How the command is used that these words begin with, after a message about them; undefined when they name none. */
export function usageOf(words: readonly string[]): string | undefined {
  const name = nameOf(words);
  return name === undefined ? undefined : `. Uso: ${lineOf(name)} ${OF_ALL}`;
}

/** The first option given that is another command's. */
export function foreignOption(words: readonly string[], given: readonly string[]): string | undefined {
  const own = usageOf(words);
  return own === undefined ? undefined : given.find((option) => !optionsOf(own).includes(option));
}
