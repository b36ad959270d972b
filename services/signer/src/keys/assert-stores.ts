import { access } from 'node:fs/promises';
import { join } from 'node:path';

import type { BlobStore } from '@lacre/blob-store';
import { streams, type DomainEvent } from '@lacre/contracts';
import { soundEvent } from '@lacre/domain-log';
import type { EventStore, RecordedEvent } from '@lacre/event-store';
import type { Pool } from 'pg';

import { IssuedSeals, type IssuedSeal } from '../validate/issued-seals.ts';
import { sha256Of } from './certificate-hash.ts';
import { rememberedCertificates, type CertificateUse } from './certificate-register.ts';

/** Something that the log speaks of is not where this process looks for it. Its message is for people. */
export class StoresDoNotFitLog extends Error {
  override readonly name = 'StoresDoNotFitLog';
}

export interface Stores {
  eventStore: EventStore;
  /** Of the register of issued seals. */
  pool: Pool;
  blobs: Pick<BlobStore, 'has'>;
  /** `seal-keys` of the data folder. */
  keysFolder: string;
}

/** Events looked at, from the beginning of the log: files are kept for ever, so the oldest are there. */
const SAMPLE = 1000;
/** Issued files whose seals are looked at. */
const SEALS_SAMPLED = 20;
/** Files looked for; one alone that is missing is damage, which `lacre fsck` names, and no reason to stay down. */
const BLOBS_SAMPLED = 20;

const RESTORE = 'Restaure-a inteira da cópia de segurança, ou corrija DATA_DIR ou S3_URL. Nada foi alterado.';

/**
 * Holds the keys' folder and the blobs against what the log says was sealed and uploaded, before either is used: an
 * authority made anew beside old seals would make every one of them a stranger's. @throws StoresDoNotFitLog
 */
export async function assertStoresFitLog({ eventStore, pool, blobs, keysFolder }: Stores): Promise<void> {
  const hasAuthority = await access(join(keysFolder, 'authority')).then(
    () => true,
    () => false,
  );
  const issued = new IssuedSeals(pool, eventStore);
  // Before an authority is made every seal is known, read from where the register has come; beside one that is there
  // those that the register knows are enough.
  if (!hasAuthority) await issued.catchUp();
  const files = await issued.some(SEALS_SAMPLED);
  const seals = await sealsOf(eventStore, files);
  if (files.length > 0) await assertKeys(keysFolder, { hasAuthority, seals });
  const first = soundEvents(eventStore.readAll({ after: 'start', limit: SAMPLE }));
  const named = new Set([...seals, ...(await Array.fromAsync(first))].flatMap(filesOf));
  const looked = [...named].slice(0, BLOBS_SAMPLED);
  const there = await Promise.all(looked.map((sha256) => blobs.has(sha256)));
  if (looked.length > 0 && !there.includes(true))
    throw new StoresDoNotFitLog(
      `o registro fala de documentos que não estão onde os arquivos ficam (DATA_DIR/blobs, ou S3_URL): a guarda falta ou é de outra instalação. ${RESTORE}`,
    );
}

/** What the streams of the files say: a seal has few events. */
async function sealsOf(store: EventStore, files: readonly IssuedSeal[]): Promise<DomainEvent[]> {
  const streamsOf = [...new Set(files.map(streamOf))];
  const read = streamsOf.map((stream) => Array.fromAsync(soundEvents(store.readStream(stream))));
  return (await Promise.all(read)).flat();
}

function streamOf({ madeAs, documentId, copyId = '' }: IssuedSeal): string {
  if (madeAs === 'document') return streams.seal(documentId);
  return madeAs === 'evidence' ? streams.evidence(documentId) : streams.partialCopy(copyId);
}

async function* soundEvents(events: AsyncIterable<RecordedEvent>): AsyncGenerator<DomainEvent> {
  for await (const recorded of events) {
    const event = soundEvent(recorded);
    if (event !== undefined) yield event;
  }
}

async function assertKeys(
  folder: string,
  { hasAuthority, seals }: { hasAuthority: boolean; seals: readonly DomainEvent[] },
): Promise<void> {
  if (!hasAuthority)
    throw new StoresDoNotFitLog(
      `há documentos selados, e as chaves do selo não estão em ${folder}: sem elas o Lacre criaria outra autoridade, e os arquivos já entregues deixariam de ser reconhecidos. ${RESTORE}`,
    );
  const missing = await missingCertificates(folder, seals);
  if (missing.length > 0)
    throw new StoresDoNotFitLog(
      `há documentos selados com certificados que não estão em ${folder} (${missing.join(', ')}): as chaves são de outra instalação ou estão incompletas. ${RESTORE}`,
    );
}

/** SHA-256 of the certificates that the events name and the keys' folder lacks. */
export async function missingCertificates(folder: string, events: Iterable<DomainEvent>): Promise<string[]> {
  const named = new Map<string, CertificateUse>();
  for (const event of events) {
    const use = USES[event.type];
    if (use !== undefined && 'certificateSha256' in event.data) named.set(event.data.certificateSha256, use);
  }
  const kept = new Set(
    (await Promise.all((['seal', 'time-stamp'] as const).map((use) => rememberedCertificates(folder, use))))
      .flat()
      .map(({ certificate }) => sha256Of(certificate)),
  );
  return [...named.keys()].filter((sha256) => !kept.has(sha256));
}

/** The events that name a certificate which was used. */
const USES: Partial<Record<DomainEvent['type'], CertificateUse>> = {
  SealSigned: 'seal',
  SealProduced: 'seal',
  SealTimeStamped: 'time-stamp',
  SealArchived: 'time-stamp',
  PartialCopySealed: 'seal',
  EvidenceSealed: 'seal',
};

/** Of the documents that an event names. */
function filesOf(event: DomainEvent): string[] {
  if (event.type === 'ProcessCreated') return event.data.documents.map(({ sha256 }) => sha256);
  return event.type === 'SealRendered' ? [event.data.sourceSha256] : [];
}
