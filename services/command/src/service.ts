import { createCallers, type Callers } from '@lacre/access';
import type { BlobStore } from '@lacre/blob-store';
import { withDefaultLimits, type LimitOverrides } from '@lacre/contracts';
import { createDomainLog, type DomainLog } from '@lacre/domain-log';
import type { EventStore } from '@lacre/event-store';
import {
  createKeyedDigest,
  openIdentity,
  reseal,
  type GoogleOptions,
  type IdentityContext,
  type KeyedDigest,
} from '@lacre/identity';
import type { Mailer, SmsSender } from '@lacre/mailer';
import type { PersonalData } from '@lacre/personal-data';
import type { Secrets } from '@lacre/personal-data/secrets';
import type { ProofSecret } from '@lacre/proofs';
import { migratePush } from '@lacre/web-push';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import { Background } from './background.ts';
import { CreditSnapshots } from './credits/credit-snapshots.ts';
import { credits } from './credits/decide-credits.ts';
import { migrateCommand } from './database/migrations.ts';
import type { CommandHandler } from './decider/command-handler.ts';
import { createCommandHandler } from './decider/store-command-handler.ts';
import { snapshotsOf } from './decider/stream-states.ts';
import { Answers } from './idempotency/answers.ts';
import { createIdempotency, type Idempotency } from './idempotency/idempotency.ts';
import { createLookUps, type LookUps } from './lookup/look-ups.ts';
import type { Sources } from './lookup/source.ts';
import { OpenProcesses } from './process/open-processes.ts';
import { WebhooksWithoutPlace } from './webhook/webhooks-without-place.ts';

/** What the service is given and its functions use as it is. */
interface GivenParts {
  /** Keys of the personal data in the log, and where it is. */
  readonly personalData: PersonalData;
  /** The database of the schemas `command` and `identity`. */
  readonly pool: Pool;
  readonly mailer: Mailer;
  /** Where pictures of users and tenants are kept; shared with the signer service, which hands them out. */
  readonly blobs: BlobStore;
  /** Without it nothing goes by SMS. */
  readonly sms?: SmsSender | undefined;
  /** Shared with the signer service, at least 32 bytes. */
  readonly proofSecret: ProofSecret;
  /** Other origins that links and Google may lead back to. */
  readonly authorizedOrigins?: readonly string[];
  /** Where people reach the product: `https://…`. */
  readonly publicUrl: string;
  /** Where secrets of webhooks and of subscribed browsers are kept. */
  readonly secrets: Secrets;
  /** Push services that browsers may be notified by. Default none: nothing is pushed. */
  readonly pushHosts?: readonly string[];
  /** Where the widget for Libras is; null or absent where none is offered. */
  readonly vlibrasUrl?: string | null;
  /** Whether webhooks and push messages may go to this machine. Default no. */
  readonly webhookLoopback?: boolean;
  /** Credits a new tenant starts with; 0 gives none. */
  readonly initialCredits: number;
  /** How long the owner of a reserved value may take to be created, milliseconds. Default 5,000. */
  readonly takeOverPatienceMs?: number;
}

/** What the service is made of. */
export interface CommandDependencies extends GivenParts {
  eventStore: EventStore;
  logger: Logger;
  /** Of keyed digests: reservations, codes, request hashes. At least 32 bytes; changing it forgets all of them. */
  digestKey: Uint8Array;
  /** Encrypts the keys that sign tokens, at least 32 characters. */
  identitySecret: readonly [Buffer, ...Buffer[]];
  /** Without it there is no sign-in by Google. */
  google?: GoogleOptions | undefined;
  /** Beside the contracts' own. */
  limits?: LimitOverrides;
  now?: () => Date;
  /** What is looked up elsewhere; without them every look-up is unavailable. */
  sources?: Sources;
}

/**
 * Everything that routes and jobs work with. Only what puts the service together names it whole: a function names the
 * parts that it uses.
 */
export interface CommandService extends GivenParts, IdentityContext {
  readonly domainLog: DomainLog;
  readonly log: Logger;
  readonly handler: CommandHandler;
  readonly idempotency: Idempotency;
  readonly answers: Answers;
  readonly background: Background;
  readonly openProcesses: OpenProcesses;
  readonly webhooksWithoutPlace: WebhooksWithoutPlace;
  readonly lookUps: LookUps;
  readonly digest: KeyedDigest;
  readonly now: () => Date;
  /** What became of those who carry tokens. */
  readonly callers: Callers;
  /** Waits for what is still being written beside the log. The pool and the event store stay open: they were given. */
  close(): Promise<void>;
}

/** Brings the schemas up to date and puts the parts together. */
export async function createCommandService({
  eventStore,
  logger: log,
  digestKey,
  identitySecret: secrets,
  google,
  limits,
  now = () => new Date(),
  sources,
  ...given
}: CommandDependencies): Promise<CommandService> {
  const { personalData, pool, publicUrl } = given;
  const digest = createKeyedDigest(digestKey);
  await migrateCommand(pool);
  await migratePush(pool);
  const identity = await openIdentity({
    pool,
    digest,
    secrets,
    publicUrl,
    google,
    limits: withDefaultLimits(limits),
    log,
    now,
  });
  const answers = new Answers(pool, log, now);
  const background = new Background(log);
  if (secrets.length > 1) background.run('reseal', () => reseal(pool, secrets));
  const snapshots = snapshotsOf(credits, new CreditSnapshots(pool));
  const handler = createCommandHandler({ eventStore, now, snapshots });
  const stopForgetting = personalData.keys.onErased((subjects) => {
    background.run('forget-erased', () =>
      handler.forget((kept) => personalData.mentions.among(kept, subjects)),
    );
  });
  return {
    ...given,
    ...identity,
    domainLog: createDomainLog(eventStore),
    log,
    handler,
    idempotency: createIdempotency(answers),
    answers,
    background,
    openProcesses: new OpenProcesses(pool, eventStore, handler),
    webhooksWithoutPlace: new WebhooksWithoutPlace(pool, eventStore),
    lookUps: createLookUps(sources ?? {}, { pool, digest, now }),
    digest,
    now,
    callers: createCallers({ eventStore, logger: log, now }),
    close: async () => {
      stopForgetting();
      await background.settled();
      await answers.settled();
    },
  };
}
