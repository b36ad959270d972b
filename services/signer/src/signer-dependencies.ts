import type { BlobStore } from '@lacre/blob-store';
import type { LimitOverrides } from '@lacre/contracts';
import type { SealLevel } from '@lacre/contracts/seal-steps';
import type { EventStore } from '@lacre/event-store';
import type { EmbeddedOptions } from '@lacre/pades';
import type { PersonalDataKeys } from '@lacre/personal-data';
import type { WorkQueue } from '@lacre/work-queue';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import type { LocalAuthorityService } from './authorities/local-authority-service.ts';
import type { RevocationSource } from './authorities/revocation.ts';
import type { TimeStamping } from './authorities/time-stamping.ts';
import type { FaceComparison } from './face/comparison/face-comparison.ts';
import type { FaceEngine } from './face/engine/face-engine.ts';
import type { OfficeQueue } from './intake/office/office-queue.ts';
import type { SealKeys } from './keys/seal-keys.ts';
import type { SealPolicy } from './seal/seal-policy.ts';

/** What the signer service is given; nothing here is read from the environment. */
export interface SignerDependencies {
  logger: Logger;
  eventStore: EventStore;
  workQueue: WorkQueue;
  /** Of a role that owns the schema `signer` (after {@link migrateSigner}). */
  pool: Pool;
  blobs: BlobStore;
  /** Shared with the command service, at least 32 bytes. */
  proofSecret: Uint8Array;
  /** 32 bytes: encrypts the platform's payload in sealed files, and derives validation codes. */
  payloadKey: Uint8Array;
  sealKeys: SealKeys;
  /** Roots that signatures of others may lead to. */
  signerAnchors: EmbeddedOptions['anchors'];
  /** Of every seal: a file below it is never handed out. */
  sealLevel: SealLevel;
  /** Declared by seals whose certificate is of ICP-Brasil. */
  sealPolicy: SealPolicy;
  localAuthority: LocalAuthorityService;
  timeStamping: TimeStamping;
  revocation: RevocationSource;
  /** Origin that people reach the product at, without a slash at its end. */
  publicUrl: string;
  office: OfficeQueue;
  /** Of the people whose faces are kept. */
  personalDataKeys: PersonalDataKeys;
  /** Default: the local engine, with `faceWorkers`. */
  faceEngine?: FaceEngine;
  /** An identity check that faces pass when they are enrolled, and the least similarity taken, of 100. Default: none. */
  faceRegister?: { comparison: FaceComparison; minimum: number } | undefined;
  /** Threads that look at faces, each with about 300 MB while they do. Default 1. */
  faceWorkers?: number;
  /** Beside the contracts' own. */
  limits?: LimitOverrides;
  now: () => Date;
}
