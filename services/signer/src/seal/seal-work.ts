import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream/promises';

import { BlobCorrupted, BlobNotFound, type StoredBlob } from '@lacre/blob-store';
import { streams, type ProcessDocument, type SealRevision, type StreamEvents } from '@lacre/contracts';
import type { SealLevel } from '@lacre/contracts/seal-steps';
import type { NewDomainEvent } from '@lacre/domain-log';
import { notBefore, WrongExpectedRevision } from '@lacre/event-store';
import type { GrowingPdf } from '@lacre/pades';
import type { Pool } from 'pg';

import type { ProcessRecord } from '../process/process-record.ts';
import type { SealingParts } from './at-once/seal-at-once.ts';
import { openFile } from './open-file.ts';
import { revisionOf, type Revision } from './revisions/make-revisions.ts';
import type { Evidence, EvidenceParts } from './revisions/render-evidence.ts';
import { sealEvent } from './seal-event.ts';
import { evolve, type SealRecord } from './seal-record.ts';

/** What a document's evidence is rendered and its file sealed with. */
export interface SealParts extends EvidenceParts, SealingParts {
  readonly pool: Pool;
  /** Of every seal. */
  readonly sealLevel: SealLevel;
}

/** Another worker appended the step first: its outcome is the document's. */
export class SealStepConflict extends Error {
  override readonly name = 'SealStepConflict';
}

/** What an earlier run stored of a step is not there any more, or is damaged: only its seal needed it. */
export class StepLost extends Error {
  override readonly name = 'StepLost';
}

interface Made {
  readonly event: NewDomainEvent<StreamEvents['seal']>;
  readonly left: Uint8Array | undefined;
}

/** One document on its way through the steps: what the log says of it, and the file as far as it is made. */
export class SealWork {
  readonly signer: SealParts;
  readonly process: ProcessRecord;
  readonly document: ProcessDocument;
  /** Of the event that asked for the seal. */
  readonly cause: { id: string; correlationId: string };
  /** With what is made and not committed yet. */
  record: SealRecord;
  /** What was just drawn, for the signature; read again after a crash. */
  evidence: Evidence | undefined;
  /** The signature as it was just made, which waits for its time stamp; read again after a crash. */
  staged: Revision | undefined;
  #file: GrowingPdf | undefined;
  #revisions: SealRevision[] = [];
  /** Of the stream as it is: the steps that are made come after it. */
  #committed: SealRecord['revision'];
  #made: Made[] = [];
  #hasLeft: boolean;

  constructor(
    signer: SealParts,
    of: { process: ProcessRecord; document: ProcessDocument; cause: SealWork['cause'] },
    record: SealRecord,
  ) {
    this.signer = signer;
    this.process = of.process;
    this.document = of.document;
    this.cause = of.cause;
    this.record = record;
    this.#committed = record.revision;
    this.#hasLeft = record.stepFiles.length > 0;
  }

  /** Of the stream's last event. */
  get committed(): SealRecord['revision'] {
    return this.#committed;
  }

  get reference(): { documentId: string; processId: string; tenantId: string } {
    const { processId, tenantId } = this.process.created;
    return { documentId: this.document.documentId, processId, tenantId };
  }

  /** The file with every revision whose bytes are settled. Kept from step to step, read again after a crash. */
  async file(): Promise<GrowingPdf> {
    if (this.#file) return this.#file;
    this.#file = await openFile(this.signer.blobs, [this.document.sha256]);
    this.#revisions = [];
    for (const { kind, tail } of this.#settled()) {
      this.#grow(kind, { tail: await this.read(tail.sha256) });
    }
    return this.#file;
  }

  /** Whether steps of this run or an earlier one stored something for the next. */
  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** The revisions after the document as it was signed. */
  get revisions(): readonly SealRevision[] {
    return this.#revisions;
  }

  /** Stores all that was added to the document as one blob, which is the sealed file's for good. */
  async pack(): Promise<StoredBlob> {
    const { pdf } = await this.file();
    return this.signer.blobs.put(pdf.subarray(this.document.sizeBytes));
  }

  /**
   * What a step of an earlier run stored. It counts as lost only where the store gives the document itself, whole: from
   * one that is away, empty or another's nothing follows.
   *
   * @throws StepLost; BlobNotFound, BlobCorrupted of the document; BlobStoreUnavailable
   */
  async read(sha256: string): Promise<Buffer> {
    const { blobs } = this.signer;
    try {
      return await blobs.read(sha256);
    } catch (error) {
      if (!(error instanceof BlobNotFound) && !(error instanceof BlobCorrupted)) throw error;
      await finished((await blobs.get(this.document.sha256)).resume());
      throw new StepLost(error.message, { cause: error });
    }
  }

  /** The revision becomes part of the file. */
  async add(kind: SealRevision['kind'], revision: Revision): Promise<SealRevision> {
    await this.file();
    return this.#grow(kind, revision);
  }

  /**
   * A step is made: its event goes with the next {@link commit}.
   *
   * @param left what the next step needs, should another run take it
   */
  made(event: StreamEvents['seal'], left?: Uint8Array): void {
    const { revision, lastAt } = this.record;
    // Another's attempt at the step has other bytes: by the same id it would pass for a repeat of this one.
    const made = sealEvent(randomUUID(), event, {
      occurredAt: notBefore(this.signer.now().toISOString(), lastAt),
      correlationId: this.cause.correlationId,
      causationId: this.cause.id,
      tenantId: this.process.created.tenantId,
    });
    this.#made.push({ event: made, left });
    this.record = evolve(this.record, { ...made, revision: revision === 'noStream' ? 0n : revision + 1n });
  }

  /**
   * Commit point of the steps that are made: their events, expecting the stream as it was when the first of them began, after
   * what they leave is durable; nothing is left where the last of them makes the sealed file. A crash before it leaves at
   * most stored bytes that nothing names; after it the steps are done for every process.
   *
   * @throws SealStepConflict; BlobStoreUnavailable; EventStoreUnavailable
   */
  async commit(): Promise<void> {
    const made = this.#made.splice(0);
    if (made.length === 0) return;
    const left = this.record.produced ? [] : made.flatMap((step) => step.left ?? []);
    this.#hasLeft ||= left.length > 0;
    await Promise.all(left.map((bytes) => this.signer.blobs.put(bytes)));
    const stream = streams.seal(this.document.documentId);
    const events = made.map(({ event }) => event);
    try {
      await this.signer.log.append(stream, events, { expected: this.#committed });
    } catch (error) {
      if (error instanceof WrongExpectedRevision) throw new SealStepConflict(stream);
      throw error;
    }
    this.#committed = this.record.revision;
  }

  #grow(kind: SealRevision['kind'], revision: Revision): SealRevision {
    if (!this.#file) throw new Error('the file is not open');
    this.#file.append(revision);
    const added = revisionOf(kind, revision, this.#file);
    this.#revisions.push(added);
    return added;
  }

  /** What earlier runs left: a signature that waits for its time stamp is not yet part of the file. */
  #settled(): { kind: SealRevision['kind']; tail: { sha256: string } }[] {
    const { rendered, signed, timeStamped, validationData, archived } = this.record;
    const seal = timeStamped ?? (rendered?.level === 'B-B' ? signed : undefined);
    return [
      ...(seal ? [{ kind: 'seal' as const, tail: seal.tail }] : []),
      ...(validationData ? [{ kind: 'validation-data' as const, tail: validationData.tail }] : []),
      ...(archived ? [{ kind: 'time-stamp' as const, tail: archived.tail }] : []),
    ];
  }
}
