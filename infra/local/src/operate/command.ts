import type { Writable } from 'node:stream';
import type { parseArgs } from 'node:util';

import type { SettingsOf } from '@lacre/adapters';
import { isEmptyText } from '@lacre/contracts/emptiness';

import type { Installation } from '../audit/open-installation.ts';
import type { COMMAND_OPTIONS } from './command-options.ts';
import { UsageError } from './usage-error.ts';

type CommandSettings = SettingsOf<'commands'>;

/** Where a command writes what it found, and what went wrong. */
export interface Terminal {
  out: Writable;
  err: Writable;
}

/** Writes a line of what was found. */
export const say = ({ out }: Terminal, text: string): void => void out.write(`${text}\n`);

type Values = ReturnType<typeof parseArgs<{ options: typeof COMMAND_OPTIONS }>>['values'];

/** What a command is asked with: its options, the words after its own, and where it answers. */
export interface Asked {
  values: Values;
  words: readonly string[];
  environment: CommandSettings;
  terminal: Terminal;
}

/** About an installation that is open. */
export type Command = (installation: Installation, asked: Asked) => Promise<number>;

/** Commands that open what they are about themselves: a log that may not be this installation's, a backup. */
export type LogCommand = (asked: Asked & { dataDir: string }) => Promise<number>;

/** @throws UsageError that says why a reason is asked for, where there is none */
export function reasonOf({ reason = '' }: Values, why: string): string {
  if (isEmptyText(reason)) throw new UsageError(`falta --reason: ${why}`);
  return reason.trim();
}
