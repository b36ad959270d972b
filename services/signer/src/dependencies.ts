import type { TenantMoves } from '@lacre/access';
import type { BlobStore } from '@lacre/blob-store';
import type { LimitOverrides } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import type { EventStore } from '@lacre/event-store';
import type { PersonalDataKeys } from '@lacre/personal-data';
import type { ProofSecret } from '@lacre/proofs';
import type { WorkQueue } from '@lacre/work-queue';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import type { Sealing } from './authorities/open-sealing.ts';
import type { EvidenceRenderer } from './evidence/evidence-renderer.ts';
import type { FaceRegister } from './face/comparison/face-comparison.ts';
import type { FaceEngine } from './face/engine/face-engine.ts';
import type { FaceService } from './face/face-service.ts';
import type { OfficeQueue } from './intake/office/office-queue.ts';
import type { PdfIntake } from './intake/take-in-pdf.ts';
import type { PreviewRenderer } from './template/preview-renderer.ts';
import type { TextRenderer } from './template/text-renderer.ts';
import type { WordFiller } from './template/word/word-filler.ts';
import type { FileJudge } from './validate/file-judge.ts';
import type { IssuedSeals } from './validate/issued-seals.ts';
import type { RequestBudget } from './validate/request-budget.ts';
import type { SecretGuesses } from './validate/secret-guesses.ts';

/** What the signer service is given; nothing here is read from the environment. */
export interface SignerDependencies extends Sealing {
  logger: Logger;
  eventStore: EventStore;
  tenantMoves: TenantMoves;
  workQueue: WorkQueue;
  /** Of a role that owns the schema `signer` (after {@link migrateSigner}). */
  pool: Pool;
  blobs: BlobStore;
  /** Encrypts files anew that are under a former master key, in the background; absent where there is none. */
  reencrypt?: ((signal: AbortSignal) => Promise<number>) | undefined;
  /** Shared with the command service, at least 32 bytes. */
  proofSecret: ProofSecret;
  /** 32 bytes: encrypts the platform's payload in sealed files, and derives validation codes. */
  payloadKey: Uint8Array;
  /** Payload keys from before it: codes that were printed under them go on. */
  formerPayloadKeys?: readonly Uint8Array[];
  /** Origin that people reach the product at, without a slash at its end. */
  publicUrl: string;
  office: OfficeQueue;
  /** Of the people whose faces are kept. */
  personalDataKeys: PersonalDataKeys;
  /** Default: the local engine, with `faceWorkers`. */
  faceEngine?: FaceEngine;
  /** Default: none. */
  faceRegister?: FaceRegister | undefined;
  /** Threads that look at faces, each with about 300 MB while they do. Default 1. */
  faceWorkers?: number;
  /** Beside the contracts' own. */
  limits?: LimitOverrides;
}

/**
 * The dependencies with the processes that do the heavy work, made once by {@link openSigner}. Only what puts the service
 * together names it whole: a function names the parts that it uses.
 */
export interface SignerContext extends SignerDependencies {
  /** The log as it is decided from; evidence reads `eventStore`, for it proves what was recorded. */
  log: DomainLog;
  intake: PdfIntake;
  evidence: EvidenceRenderer;
  texts: TextRenderer;
  words: WordFiller;
  previews: PreviewRenderer;
  judge: FileJudge;
  face: FaceEngine;
  /** The register of every sealed file. */
  issued: IssuedSeals;
}

/** What the service's operations work with. */
export interface RouteContext extends SignerContext {
  faces: FaceService;
  /** Validations that an address may ask for. */
  budget: RequestBudget;
  /** Previews that a user may ask for. */
  previewBudget: RequestBudget;
  guesses: SecretGuesses;
}
