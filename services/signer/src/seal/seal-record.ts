import { streams, type DataOf, type SealRevision, type StreamEvents } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';

type Produced = DataOf<'SealProduced'>;

/** A document's way to its sealed file, as its seal stream tells it: each step that is done, and what it left. */
export interface SealRecord {
  readonly documentId: string;
  /** Of the stream's last event; `noStream` before the first. What is appended next expects it. */
  readonly revision: bigint | 'noStream';
  /** Moment of the stream's last event. */
  readonly lastAt?: string;
  readonly rendered?: DataOf<'SealRendered'>;
  readonly signed?: DataOf<'SealSigned'>;
  readonly timeStamped?: DataOf<'SealTimeStamped'>;
  readonly validationData?: DataOf<'SealValidationDataAdded'>;
  readonly archived?: DataOf<'SealArchived'>;
  readonly produced?: Produced;
  /** It can never be sealed: no step follows. */
  readonly failed?: DataOf<'SealFailed'>;
  readonly renewals: readonly DataOf<'SealRenewed'>[];
  /** What the steps left for each other, those of before the last beginning too: read by no one once it is produced. */
  readonly stepFiles: readonly string[];
}

/** Reads the seal stream whole. @throws EventStoreUnavailable */
export async function readSealRecord(log: DomainLog, documentId: string): Promise<SealRecord> {
  let record: SealRecord = unsealed({ documentId, revision: 'noStream', stepFiles: [] });
  const events = log.readStream(streams.seal(documentId), { refuse: 'misfits' });
  for await (const event of events) record = evolve(record, event);
  return record;
}

/** A way on which no step is done. */
export const unsealed = ({
  documentId,
  revision,
  lastAt,
  stepFiles,
}: Pick<SealRecord, 'documentId' | 'revision' | 'lastAt' | 'stepFiles'>): SealRecord => ({
  documentId,
  revision,
  stepFiles,
  ...(lastAt === undefined ? {} : { lastAt }),
  renewals: [],
});

/** The record with one more event. */
export function evolve(
  record: SealRecord,
  { type, data, revision, metadata }: StreamEvents['seal'] & Placed,
): SealRecord {
  const known = { ...record, revision, lastAt: metadata.occurredAt };
  const leaving = (file: { sha256: string } | null | undefined): SealRecord =>
    file ? { ...known, stepFiles: [...record.stepFiles, file.sha256] } : known;
  switch (type) {
    case 'SealRendered':
      // The first step, or the first anew: what was done after an earlier one is void.
      return { ...unsealed(leaving(data.evidence?.pack)), rendered: data };
    case 'SealSigned':
      // By its payload it is this document's alone. Without one, another of the same file may have the same bytes as its
      // seal, signed in the same second: it stays.
      return { ...(record.rendered?.evidence ? leaving(data.tail) : known), signed: data };
    case 'SealTimeStamped':
      return { ...leaving(data.tail), timeStamped: data };
    case 'SealValidationDataAdded':
      return { ...leaving(data.tail), validationData: data };
    case 'SealArchived':
      return { ...known, archived: data };
    case 'SealProduced':
      return { ...known, produced: data };
    case 'SealFailed':
      return { ...known, failed: data };
    case 'SealRenewed':
      return { ...known, renewals: [...record.renewals, data] };
  }
}

interface Placed {
  revision: bigint;
  metadata: { occurredAt: string };
}

/** A sealed file as it is now: what it is made of, in order, and what it is together. */
export interface SealedFile {
  sha256: string;
  sizeBytes: number;
  /** Addresses of the blobs that follow each other. */
  parts: readonly string[];
  revisions: readonly SealRevision[];
}

type Revisions = Pick<DataOf<'SealRenewed'>, 'revisions'> & { pack?: Produced['pack'] | undefined };
type Made = Pick<Produced, 'sourceSha256' | 'sha256' | 'revisions'> & Pick<Revisions, 'pack'>;

/** Addresses of the blobs that revisions are stored as, in order: one, unless they are from before there were packs. */
export const filesOfRevisions = ({ revisions, pack }: Revisions): string[] =>
  pack ? [pack.sha256] : revisions.map(({ sha256 }) => sha256);

/** Addresses of the blobs that follow each other. Seals from before there were revisions are stored whole. */
export const partsOf = ({ sourceSha256, sha256, revisions, pack }: Made): string[] =>
  revisions ? [sourceSha256, ...filesOfRevisions({ revisions, pack })] : [sha256];

/** The newest version of the sealed file; undefined before there is one. */
export function sealedFile({ produced, renewals }: SealRecord): SealedFile | undefined {
  if (!produced) return undefined;
  const { sha256, sizeBytes } = renewals.at(-1) ?? produced;
  return {
    sha256,
    sizeBytes,
    revisions: [...(produced.revisions ?? []), ...renewals.flatMap(({ revisions }) => revisions)],
    parts: [...partsOf(produced), ...renewals.flatMap(filesOfRevisions)],
  };
}
