import { randomBytes, randomUUID } from 'node:crypto';

import { maskPhone, type SecondFactorKind } from '@lacre/contracts';
import { Secret, TOTP } from 'otpauth';
import type { Pool } from 'pg';

import type { KeyedDigest } from './keyed-digest.ts';
import { identitySchema } from './migrations.ts';
import type { SecretBox } from './secret-box.ts';

/** RFC 6238 §5.2: one step of 30 s either way for clocks that differ. */
const STEP_SECONDS = 30;
const WINDOW = 1;
/** RFC 4226 §4, R6: as long as the hash. */
const SECRET_BYTES = 20;
const ENROLMENT_MS = 15 * 60_000;
const RECOVERY_CODES = 10;
/** Crockford's digits: none that look alike. Ten of them are 50 bits. */
const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RECOVERY_LENGTH = 10;

export interface Factor {
  factorId: string;
  kind: SecondFactorKind;
  label: string;
  enrolledAt: Date;
}

interface FactorRow {
  id: string;
  kind: SecondFactorKind;
  label: string;
  sealed: string;
  enrolled_at: Date | null;
}

/** Second factors of users, and recovery codes. TOTP secrets and phones are encrypted, codes hashed. */
export class SecondFactors {
  readonly #pool: Pool;
  readonly #digest: KeyedDigest;
  readonly #box: SecretBox;
  readonly #now: () => Date;

  constructor(pool: Pool, digest: KeyedDigest, box: SecretBox, now: () => Date) {
    this.#pool = pool;
    this.#digest = digest;
    this.#box = box;
    this.#now = now;
  }

  /** Begins to enrol an authenticator app. It counts for nothing before a code of it was given. */
  async startTotp(
    userId: string,
    { label, account }: { label: string; account: string },
  ): Promise<{ factorId: string; secret: string; uri: string }> {
    const secret = new Secret({ size: SECRET_BYTES });
    const factorId = await this.#start(userId, 'totp', label, secret.base32);
    const uri = new TOTP({ issuer: 'Lacre', label: account, secret, period: STEP_SECONDS }).toString();
    return { factorId, secret: secret.base32, uri };
  }

  /** Begins to enrol a phone; the caller sends it a code of the returned factor. */
  startPhone(userId: string, phone: string): Promise<string> {
    return this.#start(userId, 'phone', maskPhone(phone), phone);
  }

  async #start(userId: string, kind: SecondFactorKind, label: string, secret: string): Promise<string> {
    const factorId = randomUUID();
    await this.#pool.query(
      `insert into ${identitySchema}.second_factor (id, user_id, kind, label, sealed, expires_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [factorId, userId, kind, label, this.#box.seal(secret, factorId), this.#later(ENROLMENT_MS)],
    );
    return factorId;
  }

  /** A factor that the user is about to enrol. */
  async pending(userId: string, factorId: string): Promise<Factor | undefined> {
    const { rows } = await this.#pool.query<FactorRow>(
      `select id, kind, label, sealed, enrolled_at from ${identitySchema}.second_factor
        where user_id = $1 and id = $2 and enrolled_at is null and expires_at > $3`,
      [userId, factorId, this.#now()],
    );
    return rows[0] === undefined ? undefined : factorOf(rows[0]);
  }

  /** Commit point of an enrolment: from here on it is asked for. False when it was finished or given up already. */
  async finalize(userId: string, factorId: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `update ${identitySchema}.second_factor set enrolled_at = $3, expires_at = null
        where user_id = $1 and id = $2 and enrolled_at is null`,
      [userId, factorId, this.#now()],
    );
    return rowCount === 1;
  }

  /** The factors that are asked for. */
  async of(userId: string): Promise<Factor[]> {
    const { rows } = await this.#pool.query<FactorRow>(
      `select id, kind, label, sealed, enrolled_at from ${identitySchema}.second_factor
        where user_id = $1 and enrolled_at is not null order by enrolled_at, id`,
      [userId],
    );
    return rows.map(factorOf);
  }

  /** The phone that a factor is. */
  async phoneOf(userId: string, factorId: string): Promise<string | undefined> {
    const { rows } = await this.#pool.query<FactorRow>(
      `select id, sealed from ${identitySchema}.second_factor where user_id = $1 and id = $2 and kind = 'phone'`,
      [userId, factorId],
    );
    return rows[0] === undefined ? undefined : this.#box.open(rows[0].sealed, rows[0].id);
  }

  /** Whether it is a code of the app, of a step that was not used yet; that step is used up by this (RFC 6238 §5.2). */
  async useTotp(userId: string, factorId: string, code: string): Promise<boolean> {
    const { rows } = await this.#pool.query<FactorRow>(
      `select id, sealed from ${identitySchema}.second_factor where user_id = $1 and id = $2 and kind = 'totp'`,
      [userId, factorId],
    );
    const [row] = rows;
    if (row === undefined) return false;
    const timestamp = this.#now().getTime();
    const totp = new TOTP({
      secret: Secret.fromBase32(this.#box.open(row.sealed, row.id)),
      period: STEP_SECONDS,
    });
    const delta = totp.validate({ token: code, timestamp, window: WINDOW });
    if (delta === null) return false;
    const step = Math.floor(timestamp / 1000 / STEP_SECONDS) + delta;
    const used = await this.#pool.query(
      `update ${identitySchema}.second_factor set last_step = $2 where id = $1 and last_step < $2`,
      [row.id, step],
    );
    return used.rowCount === 1;
  }

  /** What was withdrawn; without any factor left the recovery codes go too. */
  async withdraw(userId: string, factorId: string): Promise<SecondFactorKind | undefined> {
    const { rows } = await this.#pool.query<{ kind: SecondFactorKind }>(
      `delete from ${identitySchema}.second_factor where user_id = $1 and id = $2 and enrolled_at is not null
       returning kind`,
      [userId, factorId],
    );
    if (rows[0] !== undefined && (await this.of(userId)).length === 0)
      await this.#pool.query(`delete from ${identitySchema}.recovery_code where user_id = $1`, [userId]);
    return rows[0]?.kind;
  }

  /** New recovery codes in place of all before them; they are shown once. */
  async renewRecoveryCodes(userId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
    await this.#pool.query(
      `with gone as (delete from ${identitySchema}.recovery_code where user_id = $1)
       insert into ${identitySchema}.recovery_code (user_id, digest) select $1, unnest($2::text[])`,
      [userId, codes.map((code) => this.#recoveryDigest(userId, code))],
    );
    return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
  }

  async recoveryCodesLeft(userId: string): Promise<number> {
    const { rows } = await this.#pool.query<{ left: number }>(
      `select count(*)::int as left from ${identitySchema}.recovery_code where user_id = $1`,
      [userId],
    );
    return rows[0]?.left ?? 0;
  }

  /** Whether it is one of the user's recovery codes; it is used up by this. */
  async useRecoveryCode(userId: string, code: string): Promise<boolean> {
    const bare = code.toLowerCase().replaceAll(/[\s-]/g, '');
    const { rowCount } = await this.#pool.query(
      `delete from ${identitySchema}.recovery_code where user_id = $1 and digest = $2`,
      [userId, this.#recoveryDigest(userId, bare)],
    );
    return rowCount === 1;
  }

  /** Deletes unfinished enrolments. */
  async forgetExpired(): Promise<void> {
    await this.#pool.query(`delete from ${identitySchema}.second_factor where expires_at < $1`, [
      this.#now(),
    ]);
  }

  #later(ms: number): Date {
    return new Date(this.#now().getTime() + ms);
  }

  #recoveryDigest(userId: string, code: string): string {
    return this.#digest('recovery-code', userId, code);
  }
}

const recoveryCode = (): string =>
  Array.from(randomBytes(RECOVERY_LENGTH), (byte) => RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length]).join(
    '',
  );

const factorOf = ({ id, kind, label, enrolled_at }: FactorRow): Factor => ({
  factorId: id,
  kind,
  label,
  enrolledAt: enrolled_at ?? new Date(0),
});
