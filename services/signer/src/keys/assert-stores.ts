import { access } from 'node:fs/promises';
import { join } from 'node:path';

import type { BlobStore } from '@lacre/blob-store';
import type { DomainEvent } from '@lacre/contracts';
import { soundEvent } from '@lacre/domain-log';
import type { EventStore } from '@lacre/event-store';

import { sha256Of } from './certificate-hash.ts';
import { rememberedCertificates, type CertificateUse } from './certificate-register.ts';

/** Something that the log speaks of is not where this process looks for it. Its message is for people. */
export class StoresDoNotFitLog extends Error {
  override readonly name = 'StoresDoNotFitLog';
}

export interface Stores {
  eventStore: Pick<EventStore, 'readAll'>;
  blobs: Pick<BlobStore, 'has'>;
  /** `seal-keys` of the data folder. */
  keysFolder: string;
}

/** Events looked at, from the beginning of the log: certificates and files are kept for ever, so the oldest are there. */
const SAMPLE = 100;
/** Files looked for; one alone that is missing is damage, which `lacre fsck` names, and no reason to stay down. */
const BLOBS_SAMPLED = 20;

const RESTORE =
  'Restaure a pasta de dados inteira da cópia de segurança, ou corrija DATA_DIR. Nada foi alterado.';

/**
 * Holds the keys' folder and the blobs against what the log says was sealed and uploaded, before either is used: an
 * authority made anew beside old seals would make every one of them a stranger's. @throws StoresDoNotFitLog
 */
export async function assertStoresFitLog({ eventStore, blobs, keysFolder }: Stores): Promise<void> {
  const seals = await sampled(eventStore, ['seal-', 'partial-copy-', 'evidence-']);
  if (seals.length > 0) await assertKeys(keysFolder, seals);
  const processes = await sampled(eventStore, ['process-']);
  const named = new Set([...processes, ...seals].flatMap(filesOf));
  const looked = [...named].slice(0, BLOBS_SAMPLED);
  const there = await Promise.all(looked.map((sha256) => blobs.has(sha256)));
  if (looked.length > 0 && !there.includes(true))
    throw new StoresDoNotFitLog(
      `o registro fala de documentos que não estão na pasta de arquivos (blobs): ela falta ou é de outra instalação. ${RESTORE}`,
    );
}

async function sampled(store: Stores['eventStore'], streamPrefixes: string[]): Promise<DomainEvent[]> {
  const events: DomainEvent[] = [];
  const sample = store.readAll({ after: 'start', filter: { streamPrefixes }, limit: SAMPLE });
  for await (const recorded of sample) {
    const event = soundEvent(recorded);
    if (event !== undefined) events.push(event);
  }
  return events;
}

async function assertKeys(folder: string, seals: readonly DomainEvent[]): Promise<void> {
  const hasAuthority = await access(join(folder, 'authority')).then(
    () => true,
    () => false,
  );
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
