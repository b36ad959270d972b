import { join } from 'node:path';

import {
  lookUpOptions,
  notePublicUrl,
  openSecurityLog,
  RotatingFile,
  securityContact,
  servedHosts,
  signInSettings,
  transferLimits,
  type SettingsOf,
  type InstallationRefused,
} from '@lacre/adapters';
import {
  createCommandService,
  httpSources,
  registerCommandRoutes,
  startCommandWorkers,
  type CommandService,
} from '@lacre/command';
import { buildService, serveSecurityText } from '@lacre/http';
import type { Mailbox } from '@lacre/mailer';
import { behindCheck, databaseCheck, logCheck, Observation, queueCheck } from '@lacre/observability';
import { answerPage, serveApiDocs, serveSignLanguage, serveWebClient } from '@lacre/page';
import {
  observeFollowUps,
  startProjectorWorkers,
  untilModelsLive,
  untilModelsReadable,
} from '@lacre/projector';
import { migrateQuery, registerQueryRoutes } from '@lacre/query';
import {
  assertStoresFitLog,
  faceRegisterOf,
  itiAddress,
  migrateSigner,
  observeCertificates,
  officeConverter,
  openSealing,
  openSigner,
  registerSignerRoutes,
  sealCertificateCheck,
  startSignerWorkers,
  tokenSettings,
  type OfficeConverter,
  type SignerContext,
} from '@lacre/signer';
import type { Logger } from 'pino';

import type { YearParts } from './demo/year/year-services.ts';
import type { OpenedYear } from './demo/year/year.ts';
import { openFoundation, type Foundation } from './foundation.ts';
import { assertMailboxPrivate, listenAddress } from './listen-address.ts';
import { listenOn } from './listen-on.ts';
import { serveMailbox } from './mailbox-page.ts';

const MIB = 1024 * 1024;

export interface LocalOptions {
  dataDir: string;
  /** `localhost` for both loopback addresses. */
  host: string;
  port: number;
  environment: SettingsOf<'start'>;
  logger: Logger;
  /** The built client. */
  webRoot: string;
  /** Receives each warning of the start check, in Portuguese. */
  tell?: (line: string) => void;
  /** The log was exchanged behind the running platform, which is to end. Default: as an uncaught error. */
  onRefused?: (error: InstallationRefused) => void;
  /** What seals, files and follow-ups go by; sessions keep the machine's clock. Default: that one too. */
  now?: () => Date;
  /** What a demonstration puts into a new log, before any worker reads it. Default: nothing. */
  openYear?: (parts: YearParts) => Promise<OpenedYear | undefined>;
}

export interface RunningLacre {
  /** Where it listens. */
  origin: string;
  /** Absent when mail leaves by SMTP. */
  mailbox: Mailbox | undefined;
  /** Resolves when lists and queries can be answered; undefined when they can be from the start. */
  modelsLive: Promise<void> | undefined;
  /** Resolves when the demonstration's year is in the log and workers follow it; undefined without one. */
  yearPlayed: Promise<void> | undefined;
  /** What converts files of word processors; undefined when nothing does. */
  officeBy: OfficeConverter['by'] | undefined;
  /** Answers what is in flight, stops the workers, then everything below. */
  stop(): Promise<void>;
}

async function openCommand(
  foundation: Foundation,
  options: LocalOptions,
  publicUrl: string,
  now?: () => Date,
): Promise<CommandService> {
  const { pools, eventStore, personalData, blobs, mailer, sms, secrets } = foundation;
  return createCommandService({
    eventStore,
    personalData,
    pool: pools.command,
    blobs,
    logger: options.logger,
    publicUrl,
    digestKey: secrets.digestKey[0],
    proofSecret: secrets.proofSecret,
    identitySecret: secrets.identitySecret,
    initialCredits: options.environment.CREDITS_GRANT,
    limits: options.environment.RATE_LIMITS,
    secrets: foundation.integrationSecrets,
    pushHosts: options.environment.PUSH_HOSTS,
    vlibrasUrl: options.environment.VLIBRAS_URL,
    webhookLoopback: options.environment.WEBHOOK_ALLOW_LOOPBACK,
    mailer,
    sms,
    ...signInSettings(options.environment),
    sources: httpSources(lookUpOptions(options.environment)),
    ...(now === undefined ? {} : { now }),
  });
}

async function openSignerService(foundation: Foundation, options: LocalOptions, publicUrl: string) {
  const now = options.now ?? (() => new Date());
  const { pools, eventStore, tenantMoves, personalData, workQueue, blobs, secrets } = foundation;
  await migrateSigner(pools.signer);
  const { SEAL_PFX: path, SEAL_PFX_PASSWORD: password } = options.environment;
  const keysFolder = join(options.dataDir, 'seal-keys');
  await assertStoresFitLog({ eventStore, pool: pools.signer, blobs, keysFolder });
  const sealing = await openSealing({
    folder: keysFolder,
    organization: 'Lacre',
    publicUrl,
    keyFile: path === undefined ? undefined : { path, password },
    token: tokenSettings(options.environment),
    level: options.environment.SEAL_LEVEL,
    policy: options.environment.SEAL_POLICY,
    timeStampUrl: options.environment.TSA_URL,
    timeStampCertificates: options.environment.TSA_CERTIFICATES,
    icpBrasilRoots: options.environment.ICP_BRASIL_ROOTS,
    signerRoots: options.environment.SIGNER_ROOTS,
    logger: options.logger,
    now,
  });
  return openSigner({
    logger: options.logger,
    eventStore,
    tenantMoves,
    personalDataKeys: personalData.keys,
    faceWorkers: options.environment.FACE_WORKERS,
    faceRegister: faceRegisterOf(options.environment, options.logger),
    limits: options.environment.RATE_LIMITS,
    workQueue,
    pool: pools.signer,
    blobs,
    reencrypt: secrets.blobMasterKey.length > 1 ? async (signal) => blobs.reencrypt(signal) : undefined,
    proofSecret: secrets.proofSecret,
    payloadKey: secrets.payloadKey[0],
    formerPayloadKeys: secrets.payloadKey.slice(1),
    ...sealing,
    publicUrl,
    office: await officeConverter({
      gotenbergUrl: options.environment.GOTENBERG_URL,
      program: options.environment.SOFFICE_PATH,
      maxInHand: options.environment.OFFICE_QUEUE,
      searchPath: process.env['PATH'] ?? '',
      logger: options.logger,
    }),
  });
}

/**
 * The four services in one process behind one origin: the same code as in production, another composition. A start that
 * fails half-way ends what it had begun.
 */
export async function startLocal(options: LocalOptions): Promise<RunningLacre> {
  const begun = new AsyncDisposableStack();
  try {
    return { ...(await begin(options, begun)), stop: () => begun.disposeAsync() };
  } catch (error) {
    await begun.disposeAsync();
    throw error;
  }
}

/** Everything begun is put on the stack, which ends it in the opposite order. */
async function begin(options: LocalOptions, begun: AsyncDisposableStack) {
  const { environment, logger } = options;
  const { origin, publicUrl } = listenAddress(options, environment.PUBLIC_URL);
  assertMailboxPrivate(environment, options.host, publicUrl);
  const clock = options.now === undefined ? {} : { now: options.now };
  const foundation = await openFoundation(options);
  begun.defer(() => foundation.close());
  const { pools, eventStore, personalData, workQueue, mailer, mailbox } = foundation;
  // Before the services of today: the authority of the seals is as old as the first of them.
  const year = await options.openYear?.({
    foundation,
    logger,
    publicUrl,
    openCommand: (own, now) => openCommand(own, options, publicUrl, now),
    openSigner: (own, now) => openSignerService(own, { ...options, now }, publicUrl),
  });
  const command = await openCommand(foundation, options, publicUrl);
  begun.defer(() => command.close());
  const signer = await openSignerService(foundation, options, publicUrl);
  begun.defer(() => signer.close());
  await migrateQuery(pools.query);

  const file = new RotatingFile(join(options.dataDir, 'security.log'), { maxBytes: 16 * MIB, kept: 4 });
  const securityLog = await openSecurityLog({
    pool: pools.command,
    digestKey: foundation.secrets.digestKey[0],
    logger,
    write: (line) => file.write(line),
  });
  begun.defer(() => securityLog.close());

  const observation = observed(foundation, signer, options);
  const app = await buildService({
    logger,
    keys: command.keys,
    apiTokens: command.apiTokens,
    callers: command.callers,
    trustedProxies: environment.TRUSTED_PROXIES,
    hosts: servedHosts(environment, publicUrl),
    publicUrl,
    securityLog,
    transfers: transferLimits(environment, options.dataDir),
    notFound: answerPage,
    rewrite: itiAddress,
    onAnswered: observation.metrics.onAnswered,
  });
  await app.register(
    async (api) => {
      await api.register((scope) => registerCommandRoutes(scope, command));
      await api.register((scope) =>
        registerQueryRoutes(scope, {
          pool: pools.query,
          eventStore,
          personalData,
          vlibrasUrl: environment.VLIBRAS_URL,
          digestKey: foundation.secrets.digestKey[0],
          limits: environment.RATE_LIMITS,
          ...clock,
        }),
      );
      await api.register((scope) => registerSignerRoutes(scope, signer));
    },
    { prefix: '/api' },
  );
  serveSecurityText(app, { contact: securityContact(environment), publicUrl });
  await serveApiDocs(app);
  if (mailbox !== undefined) {
    const isExposed = environment.EXPOSE_ALL_MAIL_AND_CODES_TO_NETWORK;
    await app.register((scope) => serveMailbox(scope, mailbox, { isExposed }));
  }
  serveSignLanguage(app, environment.VLIBRAS_URL);
  await serveWebClient(app, options.webRoot);

  const following = {
    pool: pools.projector,
    eventStore,
    tenantMoves: foundation.tenantMoves,
    queue: workQueue,
    mailer,
    logger,
    publicUrl,
    proofSecret: foundation.secrets.proofSecret,
    secrets: foundation.integrationSecrets,
    pushHosts: environment.PUSH_HOSTS,
    outlet: { loopback: environment.WEBHOOK_ALLOW_LOOPBACK },
    ...clock,
  };
  const startWorkers = async (): Promise<void> => {
    const starts = [
      () => startProjectorWorkers(following, { partitions: environment.PROJECTOR_PARTITIONS }),
      () => startCommandWorkers(command, workQueue),
      () => startSignerWorkers(signer),
    ];
    for (const start of starts) {
      const workers = await start();
      begun.defer(() => workers.stop());
    }
  };
  if (year === undefined) await startWorkers();
  let close = async (): Promise<void> => app.close();
  begun.defer(() => close());
  // After an update lists may first have to be built anew: what takes no longer than a moment is waited for.
  const readModels = year === undefined ? await untilModelsReadable(pools.projector) : 'readable';
  begun.defer(() => observation.close());
  const { INTERNAL_HOST: host, INTERNAL_PORT: internalPort } = environment;
  if (internalPort !== undefined) await observation.listen({ host, port: internalPort });
  close = await listenOn(app, options);
  await notePublicUrl(pools.command, publicUrl);
  const follow = async () => {
    await startWorkers();
    await untilModelsReadable(pools.projector);
  };
  const yearPlayed = year && playYear(year, follow, begun);
  const modelsLive = readModels === 'building' ? watchModels(pools.projector, begun) : undefined;
  const { office } = signer;
  const officeBy = (await office.isAvailable()) ? office.by : undefined;
  return { origin, mailbox, modelsLive, yearPlayed, officeBy };
}

/** Signing in, sending and signing works meanwhile; what follows from it waits for the workers. */
function playYear(year: OpenedYear, follow: () => Promise<void>, begun: AsyncDisposableStack): Promise<void> {
  const stopping = new AbortController();
  const played = year.play(stopping.signal).then(() => (stopping.signal.aborted ? undefined : follow()));
  begun.defer(async () => {
    stopping.abort();
    await played.catch(() => {});
  });
  return played;
}

/** Probes and metrics of the process, served where it is given an internal port. */
function observed(
  { pools, eventStore, workQueue }: Foundation,
  signer: SignerContext,
  { dataDir, logger }: LocalOptions,
): Observation {
  const observation = new Observation({
    service: 'local',
    log: logger,
    pools,
    dataDir,
    checks: [
      databaseCheck(pools.command),
      logCheck(eventStore),
      queueCheck(workQueue),
      behindCheck(eventStore, pools.projector),
      sealCertificateCheck(signer),
    ],
  });
  observeFollowUps(observation.metrics, pools.projector, eventStore, workQueue);
  observeCertificates(observation.metrics, signer);
  return observation;
}

/** Resolves when every read model is live, or the platform is stopped. */
function watchModels(pool: Foundation['pools']['projector'], begun: AsyncDisposableStack): Promise<void> {
  const stopping = new AbortController();
  const live = untilModelsLive(pool, stopping.signal);
  begun.defer(async () => {
    stopping.abort();
    await live.catch(() => {});
  });
  return live;
}
