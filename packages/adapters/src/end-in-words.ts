import { WrongMasterKey } from '@lacre/blob-store';
import { MasterKeyMissing } from '@lacre/personal-data';
import { SchemaMismatch } from '@lacre/postgres';

import { EnginesUnavailable } from './engines/ask-engines.ts';
import { WrongEnvironment } from './environment.ts';
import { MarkDamaged } from './installation/folder-mark.ts';
import { NotNow } from './installation/not-now.ts';
import { KeysOfAnother } from './installation/own-keys.ts';
import { InstallationRefused } from './installation/settle.ts';

type Kind = abstract new (...args: never[]) => Error;

/** Why a start is refused; the messages are for people. */
export const START_REFUSALS: readonly Kind[] = [
  WrongEnvironment,
  EnginesUnavailable,
  SchemaMismatch,
  InstallationRefused,
  NotNow,
  MarkDamaged,
  MasterKeyMissing,
  KeysOfAnother,
  WrongMasterKey,
];

/**
 * A process whose start is refused says why in the words meant for people, and ends with 1. Every other uncaught error
 * ends it as it would anyway, with its stack.
 *
 * @param more errors of the process's own whose messages are for people
 */
export function endInWords(...more: readonly Kind[]): void {
  process.on('uncaughtException', (error) => {
    const isRefused = [...START_REFUSALS, ...more].some((kind) => error instanceof kind);
    process.stderr.write(`${isRefused ? error.message : (error.stack ?? String(error))}\n`);
    process.exit(1);
  });
}
