import type { Writable } from 'node:stream';

import type { SettingsOf } from '@lacre/adapters';
import { isEmptyText } from '@lacre/contracts';

import { readOptions, WrongOption } from '../arguments.ts';
import type { Installation } from '../audit/open-installation.ts';
import { UsageError } from './command-failure.ts';
import { foreignOption, usageOf } from './usage.ts';

type CommandSettings = SettingsOf<'commands'>;

/** Where a command writes what it found, and what went wrong. */
export interface Terminal {
  out: Writable;
  err: Writable;
}

/** Writes a line of what was found. */
export const say = ({ out }: Terminal, text: string): void => void out.write(`${text}\n`);

/** Reads the words and options of a command. @throws UsageError for what no command takes */
export function readCommand(args: readonly string[]) {
  try {
    const read = readOptions({
      tokens: true,
      args: [...args],
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        process: { type: 'string' },
        tenant: { type: 'string' },
        at: { type: 'string' },
        until: { type: 'string' },
        out: { type: 'string' },
        only: { type: 'string' },
        whole: { type: 'boolean', default: false },
        reason: { type: 'string' },
        end: { type: 'string' },
        json: { type: 'boolean', default: false },
        'admin-url': { type: 'string' },
        user: { type: 'string', default: 'lacre' },
        shared: { type: 'boolean', default: false },
        exclusive: { type: 'boolean', default: false },
        'new-password': { type: 'boolean', default: false },
        'password-file': { type: 'string' },
        to: { type: 'string' },
        from: { type: 'string' },
        apply: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        roles: { type: 'string' },
        'url-folder': { type: 'string' },
        probes: { type: 'string' },
        compromised: { type: 'boolean', default: false },
        since: { type: 'string' },
        'key-file': { type: 'string' },
      },
    });
    const given = read.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    const foreign = foreignOption(read.positionals, given);
    if (foreign !== undefined) throw new WrongOption(`este comando não tem a opção --${foreign}`);
    return read;
  } catch (error) {
    if (!(error instanceof WrongOption)) throw error;
    const usage = usageOf(args.filter((word) => !word.startsWith('-')));
    throw new UsageError(error.message, usage === undefined ? undefined : `. ${usage}`);
  }
}

type Values = ReturnType<typeof readCommand>['values'];

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
export type LogCommand = (
  asked: Asked & { dataDir: string; environment: CommandSettings },
) => Promise<number>;

/** @throws UsageError that says why a reason is asked for, where there is none */
export function reasonOf({ reason = '' }: Values, why: string): string {
  if (isEmptyText(reason)) throw new UsageError(`falta --reason: ${why}`);
  return reason.trim();
}
