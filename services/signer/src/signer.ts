import multipart from '@fastify/multipart';
import { withDefaultLimits } from '@lacre/contracts';
import { buildService, createCallers, type Callers, type ServiceOptions } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { SignerContext, SignerDependencies } from './dependencies.ts';
import { startDownloadWorkers } from './download/download-workers.ts';
import { EvidenceRenderer } from './evidence/evidence-renderer.ts';
import { openWasmFaceEngine } from './face/engine/wasm-face-engine.ts';
import { createFaceService } from './face/face-service.ts';
import { followFaces } from './face/face-workers.ts';
import { PdfIntake } from './intake/take-in-pdf.ts';
import { keepKeys } from './keys/keep-keys.ts';
import { createPartialCopy } from './routes/create-partial-copy.ts';
import { documentSignatures } from './routes/document-signatures.ts';
import { downloadArchive } from './routes/download-archive.ts';
import { downloadByCode } from './routes/download-by-code.ts';
import { downloadEvidence } from './routes/download-evidence.ts';
import { downloadPartialCopy } from './routes/download-partial-copy.ts';
import { downloadSealed } from './routes/download-sealed.ts';
import { evidenceKey } from './routes/evidence-key.ts';
import { faceRoutes } from './routes/face-routes.ts';
import { fillTemplate } from './routes/fill-template.ts';
import { localAuthorityRoutes } from './routes/local-authority.ts';
import { readAvatar } from './routes/read-avatar.ts';
import { readDocument } from './routes/read-document.ts';
import { readTemplate } from './routes/read-template.ts';
import { readUpload } from './routes/read-upload.ts';
import { sealStatus } from './routes/seal-status.ts';
import { tenantImage } from './routes/tenant-image.ts';
import { uploadDocument } from './routes/upload-document.ts';
import { uploadOptions } from './routes/upload-options.ts';
import { validateByCode } from './routes/validate-by-code.ts';
import { validateDocument } from './routes/validate-document.ts';
import { startSealWorkers } from './seal/seal-worker.ts';
import { TextRenderer } from './template/text-renderer.ts';
import { FileJudge } from './validate/file-judge.ts';
import { IssuedSeals } from './validate/issued-seals.ts';
import { itiAddress } from './validate/iti-address.ts';
import { RequestBudget } from './validate/request-budget.ts';
import { SecretGuesses } from './validate/secret-guesses.ts';

/** The service's processes for heavy work, started when first needed. `close` ends them. */
export function openSigner(dependencies: SignerDependencies): SignerContext & { close(): Promise<void> } {
  const intake = new PdfIntake(dependencies);
  const evidence = new EvidenceRenderer();
  const texts = new TextRenderer();
  const judge = new FileJudge(dependencies);
  const { logger, faceWorkers: workers = 1 } = dependencies;
  const face = dependencies.faceEngine ?? openWasmFaceEngine({ logger, workers });
  return {
    ...dependencies,
    intake,
    evidence,
    texts,
    judge,
    face,
    close: async () => {
      const own = [intake, evidence, texts, judge, face];
      await Promise.all([...own.map((each) => each.close()), dependencies.office.close?.()]);
    },
  };
}

/** Mounts the service's operations; the caller chooses the prefix. */
export async function registerSignerRoutes(app: FastifyInstance, signer: SignerContext): Promise<void> {
  if (!app.hasContentTypeParser('multipart/form-data')) await app.register(multipart);
  const limits = withDefaultLimits(signer.limits);
  const issued = new IssuedSeals(signer.pool, signer.eventStore);
  const budget = new RequestBudget(limits.validationPerAddress);
  uploadDocument(app, signer);
  uploadOptions(app, signer);
  readUpload(app, signer);
  readDocument(app, signer);
  documentSignatures(app, signer);
  fillTemplate(app, signer);
  readTemplate(app, signer);
  readAvatar(app, signer);
  tenantImage(app, signer);
  downloadSealed(app, signer);
  downloadEvidence(app, signer);
  evidenceKey(app, signer);
  createPartialCopy(app, signer);
  downloadPartialCopy(app, signer);
  sealStatus(app, signer);
  downloadArchive(app, signer);
  validateDocument(app, signer, { issued, budget });
  const guesses = new SecretGuesses(signer.payloadKey, limits.validationSecretPerCode);
  validateByCode(app, signer, { issued, budget, guesses });
  downloadByCode(app, signer, { issued, budget, guesses });
  faceRoutes(app, createFaceService(signer));
  await localAuthorityRoutes(app, signer.localAuthority);
}

/** The service alone, under `/api`. */
export async function buildSignerApp(
  signer: SignerContext,
  options: Pick<
    ServiceOptions,
    'keys' | 'apiTokens' | 'trustedProxies' | 'hosts' | 'publicUrl' | 'transfers' | 'securityLog'
  > & {
    callers?: Callers;
  },
): Promise<FastifyInstance> {
  const app = await buildService({
    logger: signer.logger,
    rewrite: itiAddress,
    callers: createCallers(signer),
    ...options,
  });
  await app.register(async (scope) => registerSignerRoutes(scope, signer), { prefix: '/api' });
  return app;
}

/** Takes jobs of seals and downloads, and follows the log for the register of issued files, until stopped. */
export async function startSignerWorkers(signer: SignerContext): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const issued = new IssuedSeals(signer.pool, signer.eventStore);
  const following = issued.follow(stopping.signal, (error) =>
    signer.logger.error({ err: error }, 'the register of issued seals fell behind'),
  );
  const forgetting = followFaces(createFaceService(signer), stopping.signal, (error) =>
    signer.logger.error({ err: error }, 'faces that are to be erased wait'),
  );
  const sealing = await startSealWorkers(signer);
  const downloads = await startDownloadWorkers(signer);
  const keys = keepKeys(signer);
  return {
    stop: async () => {
      stopping.abort();
      keys.stop();
      await Promise.all([sealing.stop(), downloads.stop(), following, forgetting]);
    },
  };
}
