import type { DomainLog } from '@lacre/domain-log';

import type { EvidenceRenderer } from './evidence/evidence-renderer.ts';
import type { FaceEngine } from './face/engine/face-engine.ts';
import type { PdfIntake } from './intake/take-in-pdf.ts';
import type { SignerDependencies } from './signer-dependencies.ts';
import type { TextRenderer } from './template/text-renderer.ts';
import type { FileJudge } from './validate/file-judge.ts';

/** The dependencies with the processes that do the heavy work, made once by {@link openSigner}. */
export interface SignerContext extends SignerDependencies {
  /** The log as it is decided from; evidence reads `eventStore`, for it proves what was recorded. */
  log: DomainLog;
  intake: PdfIntake;
  evidence: EvidenceRenderer;
  texts: TextRenderer;
  judge: FileJudge;
  face: FaceEngine;
}
