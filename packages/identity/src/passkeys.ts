import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';

import type { AnswerOf, BodyOf } from '@lacre/contracts';
import type * as WebAuthn from '@simplewebauthn/server';
import type { Pool } from 'pg';

import { identitySchema } from './migrations.ts';

/** Loaded by the first ceremony, with all that it reads attestations by. */
const webAuthn = (): Promise<typeof WebAuthn> => import('@simplewebauthn/server');

type View = AnswerOf<'finishPasskey'>;
type Creation = BodyOf<'finishPasskey'>['credential'];
type Assertion = BodyOf<'finishPasskeySignIn'>['credential'];

interface PasskeyRow {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
  synced: boolean;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/**
 * Passkeys of users (WebAuthn Level 3): discoverable, and with the person verified by the device, so that one is both
 * factors. The relying party is the host of the product's address; a bare IP address can be none (§5.1.3, step 7).
 */
export class Passkeys {
  readonly #pool: Pool;
  readonly #now: () => Date;
  readonly #origin: string;
  readonly #host: string;

  constructor(pool: Pool, publicUrl: string, now: () => Date) {
    this.#pool = pool;
    this.#now = now;
    const { origin, hostname } = new URL(publicUrl);
    this.#origin = origin;
    this.#host = hostname;
  }

  /** Whether this installation's address can have passkeys. */
  get arePossible(): boolean {
    return isIP(this.#host.replace(/^\[|\]$/g, '')) === 0;
  }

  async registrationOptions(user: { userId: string; name: string; email: string }) {
    const own = await this.#rows('user_id = $1', user.userId);
    const { generateRegistrationOptions } = await webAuthn();
    return generateRegistrationOptions({
      rpName: 'Lacre',
      rpID: this.#host,
      userID: new Uint8Array(Buffer.from(user.userId.replaceAll('-', ''), 'hex')),
      userName: user.email,
      userDisplayName: user.name,
      excludeCredentials: own.map(({ credential_id: id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /** Stores what the browser made; undefined when it does not verify, or is registered already. */
  async register(
    userId: string,
    { credential, challenge, name }: { credential: Creation; challenge: string; name: string },
  ): Promise<View | undefined> {
    const { verifyRegistrationResponse } = await webAuthn();
    const verified = await verifyRegistrationResponse({
      response: credential as unknown as Parameters<
        typeof WebAuthn.verifyRegistrationResponse
      >[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: this.#origin,
      expectedRPID: this.#host,
      requireUserVerification: true,
    }).catch(() => undefined);
    if (verified?.verified !== true) return undefined;
    const { credential: made, credentialBackedUp } = verified.registrationInfo;
    const { rows } = await this.#pool.query<PasskeyRow>(
      `insert into ${identitySchema}.passkey
         (id, user_id, credential_id, public_key, counter, transports, synced, name, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (credential_id) do nothing returning *`,
      [
        randomUUID(),
        userId,
        made.id,
        Buffer.from(made.publicKey),
        made.counter,
        made.transports ?? [],
        credentialBackedUp,
        name,
        this.#now(),
      ],
    );
    return rows[0] === undefined ? undefined : viewOf(rows[0]);
  }

  /** Asks for any passkey of this product that the device has: no user is named before. */
  async signInOptions() {
    const { generateAuthenticationOptions } = await webAuthn();
    return generateAuthenticationOptions({ rpID: this.#host, userVerification: 'required' });
  }

  /** Whose passkey signed the challenge; undefined when none did. A counter that went back refuses a copy (§6.1.1). */
  async verify(credential: Assertion, challenge: string): Promise<string | undefined> {
    const [row] = await this.#rows('credential_id = $1', credential.id);
    if (row === undefined) return undefined;
    const { verifyAuthenticationResponse } = await webAuthn();
    const verified = await verifyAuthenticationResponse({
      response: credential as unknown as Parameters<
        typeof WebAuthn.verifyAuthenticationResponse
      >[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: this.#origin,
      expectedRPID: this.#host,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(row.public_key),
        counter: Number(row.counter),
      },
      requireUserVerification: true,
    }).catch(() => undefined);
    if (verified?.verified !== true) return undefined;
    const { newCounter, credentialBackedUp } = verified.authenticationInfo;
    const { rowCount } = await this.#pool.query(
      `update ${identitySchema}.passkey set counter = $2, synced = $3, last_used_at = $4
        where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
      [row.id, newCounter, credentialBackedUp, this.#now()],
    );
    return rowCount === 1 ? row.user_id : undefined;
  }

  async of(userId: string): Promise<View[]> {
    return (await this.#rows('user_id = $1', userId)).map(viewOf);
  }

  /** Whether there was such a passkey of this user; it opens nothing from here on. */
  async remove(userId: string, passkeyId: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `delete from ${identitySchema}.passkey where user_id = $1 and id = $2`,
      [userId, passkeyId],
    );
    return rowCount === 1;
  }

  async #rows(where: 'user_id = $1' | 'credential_id = $1', value: string): Promise<PasskeyRow[]> {
    const { rows } = await this.#pool.query<PasskeyRow>(
      `select * from ${identitySchema}.passkey where ${where} order by created_at, id`,
      [value],
    );
    return rows;
  }
}

const viewOf = (row: PasskeyRow): View => ({
  passkeyId: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  synced: row.synced,
});
