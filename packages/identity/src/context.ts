import type { ApiTokens } from '@lacre/access';
import type { RateLimits } from '@lacre/contracts';
import type { KeySource } from '@lacre/http';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import { Accounts } from './accounts.ts';
import { Attempts } from './attempts.ts';
import { Challenges } from './challenges.ts';
import { GoogleSignIn, type GoogleOptions } from './google.ts';
import { createIdentityStore, type IdentityStore } from './identity-store.ts';
import type { KeyedDigest } from './keyed-digest.ts';
import { MailedLinks } from './mailed-links.ts';
import { migrateIdentity } from './migrations.ts';
import { OneTimeCodes } from './one-time-codes.ts';
import { Passkeys } from './passkeys.ts';
import { PersonDevices } from './person-devices.ts';
import { boxOf, type IdentitySecrets } from './reseal.ts';
import { SecondFactors } from './second-factors.ts';
import { Sessions } from './sessions.ts';
import { TokenSecrets } from './token-secrets.ts';

interface IdentityOptions {
  /** Of a role that owns the schema `identity`. */
  pool: Pool;
  digest: KeyedDigest;
  /** Encrypt the keys that sign tokens and the secrets of factors; the same in every process. */
  secrets: IdentitySecrets;
  /** Where people reach the product: passkeys are bound to its host. */
  publicUrl: string;
  /** Without it there is no sign-in by Google. */
  google: GoogleOptions | undefined;
  limits: RateLimits;
  log: Logger;
  now: () => Date;
}

/** What keeps things that end by themselves. */
export interface ExpiringParts {
  readonly sessions: Sessions;
  readonly links: MailedLinks;
  readonly challenges: Challenges;
  readonly secondFactors: SecondFactors;
  readonly codes: OneTimeCodes;
  readonly devices: PersonDevices;
  readonly attempts: Attempts;
}

/** How users and persons prove who they are. Each part is used by itself: a function asks for those it needs. */
export interface IdentityContext extends ExpiringParts {
  readonly identity: IdentityStore;
  readonly accounts: Accounts;
  readonly passkeys: Passkeys;
  readonly google: GoogleSignIn | undefined;
  readonly tokenSecrets: TokenSecrets;
  /** Verifies the tokens that are issued here. */
  readonly keys: KeySource;
  /** Knows the API tokens that were issued here. */
  readonly apiTokens: ApiTokens;
}

/** Brings the schema up to date and puts the parts together. */
export async function openIdentity(options: IdentityOptions): Promise<IdentityContext> {
  const { pool, digest, secrets, publicUrl, google, limits, log, now } = options;
  await migrateIdentity(pool);
  const box = boxOf(secrets);
  const identity = await createIdentityStore({ pool, box, now });
  const attempts = new Attempts(pool, digest, now, limits);
  const tokenSecrets = new TokenSecrets({ pool, digest, log, now, secrets });
  return {
    identity,
    accounts: new Accounts(pool, now),
    sessions: new Sessions(pool, digest, now),
    links: new MailedLinks(pool, digest, now),
    challenges: new Challenges(pool, digest, now),
    secondFactors: new SecondFactors(pool, digest, box, now),
    passkeys: new Passkeys(pool, publicUrl, now),
    google: google && new GoogleSignIn(google, log),
    codes: new OneTimeCodes({ pool, digest, now, attempts }),
    devices: new PersonDevices(pool, digest, now),
    attempts,
    tokenSecrets,
    keys: identity.keys,
    apiTokens: (token) => tokenSecrets.find(token),
  };
}

/** Drops what is over: attempts, codes, devices, sessions, links, and what was begun and not finished. */
export async function forgetEnded(parts: ExpiringParts): Promise<void> {
  await parts.attempts.forgetEnded();
  await parts.codes.forgetExpired();
  await parts.devices.forgetExpired();
  await parts.sessions.forgetEnded();
  await parts.links.forgetExpired();
  await parts.challenges.forgetExpired();
  await parts.secondFactors.forgetExpired();
}
