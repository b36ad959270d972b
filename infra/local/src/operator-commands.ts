/**
 * The auditor's and the operator's commands, on an installation that runs or has stopped: `operate/commands.ts` has them
 * all, each with `--data DIR` (default .lacre). Ends with 0 when all is well, with 1 when something was found, and with
 * 2 when it could not be done.
 */
import { resolve } from 'node:path';

import { readCommand } from './operate/command-line.ts';
import type { Terminal } from './operate/command.ts';
import { COMMANDS, nameOf, wordsAfter, type OperatorCommand } from './operate/commands.ts';
import { UsageError } from './operate/usage-error.ts';
import { USAGE, usageOf } from './operate/usage.ts';

/** The command that the words begin with, and the words after its name. @throws UsageError */
function commandOf(words: readonly string[]): { command: OperatorCommand; rest: readonly string[] } {
  const name = nameOf(words) ?? '';
  const command = COMMANDS[name];
  const rest = words.slice(name.split(' ').length);
  if (words.length === 0) throw new UsageError('falta o comando');
  if (command === undefined || rest.length > wordsAfter(command))
    throw new UsageError(`não há o comando "${words.join(' ')}"`, usageOf(words));
  return { command, rest };
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const { positionals, values } = readCommand(args);
  const { command, rest: words } = commandOf(positionals);
  try {
    return await runIn(terminal, { command, words, values });
  } catch (error) {
    // What a command lacks is said with how that one is used.
    throw error instanceof UsageError ? new UsageError(error.message, usageOf(positionals)) : error;
  }
}

async function runIn(
  terminal: Terminal,
  {
    command,
    words,
    values,
  }: { command: OperatorCommand; words: readonly string[]; values: ReturnType<typeof readCommand>['values'] },
): Promise<number> {
  const { readEnvironment } = await import('@lacre/adapters');
  const environment = readEnvironment('commands');
  const dataDir = resolve(values.data ?? environment.DATA_DIR ?? '.lacre');
  const asked = { values, words, environment, terminal };
  if ('alone' in command) return (await command.alone())({ ...asked, dataDir });
  const runCommand = await command.onInstallation();
  const { openInstallation } = await import('./audit/open-installation.ts');
  const installation = await openInstallation(dataDir, environment);
  try {
    return await runCommand(installation, asked);
  } finally {
    await installation.close();
  }
}

/**
 * Runs one of the commands.
 *
 * @returns what the program ends with: 0 when all is well, 1 when something was found, 2 when it could not be done
 */
export async function runOperatorCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(args, terminal);
  } catch (error) {
    const { words, status } =
      error instanceof UsageError
        ? { words: `${error.message}${error.usage ?? `\n${USAGE}`}`, status: 2 }
        : (await import('./operate/command-failure.ts')).failureOf(error);
    terminal.err.write(`${words}\n`);
    return status;
  }
}
