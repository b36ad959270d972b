#!/usr/bin/env node
import { CommandError, EXIT } from './terminal/command-error.ts';
import { explained } from './terminal/explained.ts';
import { helpOn } from './terminal/help.ts';
import { plainText } from './terminal/plain-text.ts';

/** Each returns its exit code; what the others need is not loaded. */
const COMMANDS: Readonly<Record<string, (args: string[]) => Promise<number>>> = {
  seal: async (args) => (await import('./seal/seal-command.ts')).sealCommand(args),
  validate: async (args) => (await import('./validate/validate-command.ts')).validateCommand(args),
  inspect: async (args) => (await import('./inspect/inspect-command.ts')).inspectCommand(args),
};

async function main([name, ...args]: string[]): Promise<number> {
  const asksForHelp = name === undefined || name === 'help' || name === '--help' || name === '-h';
  if (asksForHelp || args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${helpOn(asksForHelp ? args[0] : name)}\n`);
    return name === undefined ? EXIT.usage : EXIT.ok;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new CommandError(`there is no command "${plainText(name)}"; see pades help`);
  return command(args);
}

// The reader of the output may close the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const { message, exitCode } = explained(error);
  process.stderr.write(`pades: ${plainText(message, 2000)}\n`);
  if (exitCode === EXIT.internal && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exitCode = exitCode;
}
