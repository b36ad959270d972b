import { EnginesUnavailable } from './engines/ask-engines.ts';
import { WrongEnvironment } from './environment.ts';
import { MarkDamaged } from './installation/folder-mark.ts';
import { InstallationRefused } from './installation/settle.ts';

type Kind = abstract new (...args: never[]) => Error;

const IN_WORDS: readonly Kind[] = [WrongEnvironment, EnginesUnavailable, InstallationRefused, MarkDamaged];

/**
 * A process whose start is refused says why in the words meant for people, and ends with 1. Every other uncaught error
 * ends it as it would anyway, with its stack.
 *
 * @param more errors of the process's own whose messages are for people
 */
export function endInWords(...more: readonly Kind[]): void {
  process.on('uncaughtException', (error) => {
    const isRefused = [...IN_WORDS, ...more].some((kind) => error instanceof kind);
    process.stderr.write(`${isRefused ? error.message : (error.stack ?? String(error))}\n`);
    process.exit(1);
  });
}
