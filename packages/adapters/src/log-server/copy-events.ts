import { WrongExpectedRevision, type EventStore, type RecordedEvent } from '@lacre/event-store';
import {
  CopyDiffers,
  copyLog,
  TargetIsAnotherLog,
  type CopyProgress,
  type CopyTarget,
} from '@lacre/event-store/copy';
import type { ForeignEvent } from '@lacre/event-store/kurrentdb';
import type { Logger } from 'pino';

import type { LogPlace } from '../installation/facts.ts';
import { serverText } from '../installation/log-place.ts';
import type { PassedOver } from './passed-over.ts';

/** The log stays where it is; the message says why and what to do. */
export class LogNotMoved extends Error {
  override readonly name = 'LogNotMoved';
}

export interface Logs {
  source: EventStore;
  target: CopyTarget;
  /** Of the source. */
  passedOver: PassedOver;
}

interface CopyingOptions {
  logger: Logger;
  onProgress?: (progress: CopyProgress) => void;
}

export const whereTo = ({ kind, at }: LogPlace): string =>
  kind === 'kurrentdb' ? `no ${serverText(at)}` : 'no banco de dados';

/**
 * Copies what the target lacks, and words what keeps it from going on.
 *
 * @returns how many events were written
 *
 * @throws LogNotMoved
 */
export async function copyEvents(
  { source, target, passedOver }: Logs,
  options: CopyingOptions,
  to: LogPlace,
): Promise<number> {
  const { onProgress } = options;
  const inspect = (event: RecordedEvent): void => {
    const foreign = passedOver.before(event);
    if (foreign !== undefined) throw gap(foreign, event);
  };
  try {
    const { written } = await copyLog(source, target, {
      inspect,
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    return written;
  } catch (error) {
    if (error instanceof WrongExpectedRevision)
      throw new LogNotMoved(
        `${whereTo(to)} o fluxo ${error.stream} tem eventos que o Lacre não escreveu, e a cópia dele não cabe ali. O registro está inteiro onde estava: repita com um servidor ou um prefixo (EVENT_STORE_PREFIX) sem eventos.`,
      );
    if (!(error instanceof TargetIsAnotherLog)) return differs(error, to, options);
    const { common, found } = error;
    throw new LogNotMoved(
      `${whereTo(to)} já há um registro, e ele não é o começo deste: depois de ${common} eventos iguais há ${found.type} (${found.stream} ${found.revision}), que este não tem. Use um servidor ou um prefixo (EVENT_STORE_PREFIX) sem eventos. Nada foi escrito.`,
    );
  }
}

const gap = (foreign: ForeignEvent, fact: RecordedEvent): LogNotMoved =>
  new LogNotMoved(
    `no fluxo ${foreign.stream} o evento ${foreign.revision} (${foreign.type}) não foi escrito pelo Lacre, e há fatos depois dele (${fact.revision}): sem ele a cópia teria uma falha no meio do fluxo, e com ele teria o que não é fato. O registro fica onde está, inteiro.`,
  );

/** @throws LogNotMoved when the copy is not what the source is; else what was thrown */
export function differs(error: unknown, to: LogPlace, { logger }: CopyingOptions): never {
  if (!(error instanceof CopyDiffers)) throw error;
  logger.error({ err: error }, 'the copy of the log differs from the log');
  throw new LogNotMoved(
    `a cópia ${whereTo(to)} não ficou igual ao registro, e não serve. O registro está inteiro onde estava: repita com um servidor ou um prefixo (EVENT_STORE_PREFIX) sem eventos.`,
  );
}
