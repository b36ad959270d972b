import multipart from '@fastify/multipart';
import { createCallers, type Callers } from '@lacre/access';
import { withDefaultLimits } from '@lacre/contracts';
import { createDomainLog } from '@lacre/domain-log';
import { buildService, routesIn, type ServiceOptions } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { localAuthorityRoutes } from './authorities/local-authority-routes.ts';
import type { RouteContext, SignerContext, SignerDependencies } from './dependencies.ts';
import { startDownloadWorkers } from './download/download-workers.ts';
import { EvidenceRenderer } from './evidence/evidence-renderer.ts';
import { openWasmFaceEngine } from './face/engine/wasm-face-engine.ts';
import { createFaceService } from './face/face-service.ts';
import { followFaces } from './face/face-workers.ts';
import { PdfIntake } from './intake/take-in-pdf.ts';
import { keepKeys } from './keys/keep-keys.ts';
import { startSealWorkers } from './seal/seal-worker.ts';
import { PreviewRenderer } from './template/preview-renderer.ts';
import { TextRenderer } from './template/text-renderer.ts';
import { WordFiller } from './template/word/word-filler.ts';
import { FileJudge } from './validate/file-judge.ts';
import { IssuedSeals } from './validate/issued-seals.ts';
import { itiAddress } from './validate/iti-address.ts';
import { RequestBudget } from './validate/request-budget.ts';
import { SecretGuesses } from './validate/secret-guesses.ts';

const ROUTES = new URL('routes/', import.meta.url);

/** The service's processes for heavy work, started when first needed. `close` ends them. */
export function openSigner(dependencies: SignerDependencies): SignerContext & { close(): Promise<void> } {
  const intake = new PdfIntake(dependencies);
  const evidence = new EvidenceRenderer();
  const texts = new TextRenderer();
  const words = new WordFiller();
  const previews = new PreviewRenderer(dependencies.office);
  const judge = new FileJudge(dependencies);
  const { logger, faceWorkers: workers = 1 } = dependencies;
  const face = dependencies.faceEngine ?? openWasmFaceEngine({ logger, workers });
  return {
    ...dependencies,
    log: createDomainLog(dependencies.eventStore),
    intake,
    evidence,
    texts,
    words,
    previews,
    judge,
    face,
    issued: new IssuedSeals(dependencies.pool, dependencies.eventStore),
    close: async () => {
      const own = [intake, evidence, texts, words, previews, judge, face];
      await Promise.all([...own.map((each) => each.close()), dependencies.office.close?.()]);
    },
  };
}

/** Mounts the service's operations; the caller chooses the prefix. */
export async function registerSignerRoutes(app: FastifyInstance, signer: SignerContext): Promise<void> {
  if (!app.hasContentTypeParser('multipart/form-data')) await app.register(multipart);
  const limits = withDefaultLimits(signer.limits);
  const context: RouteContext = {
    ...signer,
    budget: new RequestBudget(limits.validationPerAddress),
    previewBudget: new RequestBudget(limits.templatePreviewPerUser),
    guesses: new SecretGuesses(
      [signer.payloadKey, ...(signer.formerPayloadKeys ?? [])],
      limits.validationSecretPerCode,
    ),
    faces: createFaceService(signer),
  };
  for (const { mount } of await routesIn<RouteContext>(ROUTES)) mount(app, context);
  await localAuthorityRoutes(app, signer.localAuthority);
}

/** The service alone, under `/api`. */
export async function buildSignerApp(
  signer: SignerContext,
  options: Pick<
    ServiceOptions,
    | 'keys'
    | 'apiTokens'
    | 'trustedProxies'
    | 'hosts'
    | 'publicUrl'
    | 'transfers'
    | 'securityLog'
    | 'onAnswered'
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
  const following = signer.issued.follow(stopping.signal, (error) =>
    signer.logger.error({ err: error }, 'the register of issued seals fell behind'),
  );
  const forgetting = followFaces(createFaceService(signer), stopping.signal, (error) =>
    signer.logger.error({ err: error }, 'faces that are to be erased wait'),
  );
  const sealing = await startSealWorkers(signer);
  const downloads = await startDownloadWorkers(signer);
  const keys = keepKeys(signer);
  const reencrypting = reencryptFiles(signer, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      keys.stop();
      await Promise.all([sealing.stop(), downloads.stop(), following, forgetting, reencrypting]);
    },
  };
}

/** Ended meanwhile, or failed, it goes on with the next start. */
async function reencryptFiles(
  { reencrypt, logger }: Pick<SignerContext, 'reencrypt' | 'logger'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const count = await reencrypt?.(signal);
    if (count !== undefined) logger.info({ count, isDone: !signal.aborted }, 'files have a new master key');
  } catch (error) {
    logger.error({ err: error }, 'files under a former master key could not be encrypted anew');
  }
}
