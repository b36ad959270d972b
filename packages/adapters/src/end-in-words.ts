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
    const words = isRefused ? error.message : wordsOfListening(error);
    process.stderr.write(`${words ?? error.stack ?? String(error)}\n`);
    process.exit(1);
  });
}

/** Why the process cannot listen at its configured address; undefined for any other error. */
function wordsOfListening(error: Error): string | undefined {
  const { code, syscall, address, port } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (syscall !== 'listen') return undefined;
  const where = `${address ?? ''}:${port ?? ''}`;
  if (code === 'EADDRINUSE')
    return `PORT ou INTERNAL_PORT: outro programa já atende em ${where}. Encerre-o ou mude a porta.`;
  if (code === 'EACCES')
    return `PORT ou INTERNAL_PORT: este usuário não pode atender em ${where}. Use uma porta a partir de 1024.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ou INTERNAL_HOST: ${where} não é um endereço desta máquina.`;
  return undefined;
}
