import { TenantAway } from '@lacre/access';
import {
  EnginesUnavailable,
  InstallationRefused,
  NotNow,
  START_REFUSALS,
  wordsOfError,
  WrongEnvironment,
} from '@lacre/adapters';
import { CannotPrepare, LogNotMoved } from '@lacre/adapters/log-server';
import { BlobCorrupted, BlobStoreUnavailable } from '@lacre/blob-store';
import { EventStoreUnavailable } from '@lacre/event-store';
import { PersonalDataDamaged } from '@lacre/personal-data';

import { NoInstallation } from '../audit/open-installation.ts';
import { NothingToReplay } from '../audit/replay-process.ts';
import { BackupRefused } from '../backup/backup-refused.ts';
import { MoveRefused } from '../move/move-refused.ts';
import { StartRefused } from '../start-refused.ts';
import { CannotWrite } from './cannot-write.ts';
import { KeyRefused } from './keys/key-refused.ts';
import { RolesRefused } from './service-roles.ts';
import { NoSuchTenant } from './tenant-command.ts';
import { NoSuchUser } from './user-command.ts';
import { NoSuchWork } from './work-command.ts';

const EXPECTED = [
  ...START_REFUSALS,
  StartRefused,
  WrongEnvironment,
  EnginesUnavailable,
  NoInstallation,
  NotNow,
  NothingToReplay,
  NoSuchTenant,
  TenantAway,
  NoSuchWork,
  NoSuchUser,
  KeyRefused,
  RolesRefused,
  CannotWrite,
  CannotPrepare,
  LogNotMoved,
  BackupRefused,
  MoveRefused,
];

/** The operator's message for an error, and the exit code. */
export function failureOf(thrown: unknown): { words: string; status: number } {
  // The log was moved or exchanged after the command had opened it.
  const isRefused = thrown instanceof EventStoreUnavailable && thrown.cause instanceof InstallationRefused;
  const error = isRefused ? thrown.cause : thrown;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof PersonalDataDamaged) {
    const where = `${error.stream} ${error.revision}`;
    const words = `os dados pessoais do evento ${where} não podem ser lidos, e ninguém os apagou; veja tudo com: lacre fsck`;
    return { words, status: 1 };
  }
  if (error instanceof EventStoreUnavailable)
    return { words: `o registro deixou de responder: ${wordsOfError(error, 'o servidor')}`, status: 2 };
  if (error instanceof BlobStoreUnavailable)
    return {
      words: `a guarda de arquivos deixou de responder: ${wordsOfError(error, 'o serviço')}`,
      status: 2,
    };
  if (error instanceof BlobCorrupted)
    return {
      words: `o arquivo ${error.sha256} foi alterado no armazenamento; veja tudo com: lacre fsck --whole`,
      status: 1,
    };
  const isExpected = EXPECTED.some((known) => error instanceof known);
  return { words: isExpected ? message : `não foi possível concluir: ${message}`, status: 2 };
}
