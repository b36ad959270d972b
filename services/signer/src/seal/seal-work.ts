import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream/promises';

import { BlobCorrupted, BlobNotFound, type StoredBlob } from '@lacre/blob-store';
import { streams, type ProcessDocument, type SealRevision, type StreamEvents } from '@lacre/contracts';
import type { SealLevel } from '@lacre/contracts/seal-steps';
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

/** One document on its way through the steps: what the log says of it, and the file as far as it is made. */
export class SealWork {
  readonly signer: SealParts;
  readonly process: ProcessRecord;
  readonly document: ProcessDocument;
  /** Of the event that asked for the seal. */
  readonly cause: { id: string; correlationId: string };
  record: SealRecord;
  /** What was just drawn, for the signature; read again after a crash. */
  evidence: Evidence | undefined;
  /** The signature as it was just made, which waits for its time stamp; read again after a crash. */
  staged: Revision | undefined;
  #file: GrowingPdf | undefined;
  #revisions: SealRevision[] = [];

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

  /** The revisions after the document as it was signed. */
  get revisions(): readonly SealRevision[] {
    return this.#revisions;
  }

  /** Stores what a step made for the next one, should another run take it. Until an event names it, it is not read. */
  async leave(bytes: Uint8Array): Promise<StoredBlob> {
    return this.signer.blobs.put(bytes);
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
   * Commit point of a step: its events, expecting the stream as it was when the step began. A crash before it leaves at
   * most stored bytes that nothing names; after it the step is done for every process.
   *
   * @throws SealStepConflict
   */
  async commit(...events: readonly StreamEvents['seal'][]): Promise<void> {
    const stream = streams.seal(this.document.documentId);
    const context = {
      occurredAt: notBefore(this.signer.now().toISOString(), this.record.lastAt),
      correlationId: this.cause.correlationId,
      causationId: this.cause.id,
      tenantId: this.process.created.tenantId,
    };
    const { revision } = this.record;
    const next = revision === 'noStream' ? 0n : revision + 1n;
    // Another's attempt at the step has other bytes: by the same id it would pass for a repeat of this one.
    const fresh = events.map((event) => sealEvent(randomUUID(), event, context));
    try {
      await this.signer.log.append(stream, fresh, { expected: revision });
    } catch (error) {
      if (error instanceof WrongExpectedRevision) throw new SealStepConflict(stream);
      throw error;
    }
    fresh.forEach((event, index) => {
      this.record = evolve(this.record, { ...event, revision: next + BigInt(index) });
    });
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
