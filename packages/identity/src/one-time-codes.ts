import { randomInt, timingSafeEqual } from 'node:crypto';

import type { CodeChannel, GuessLimitName } from '@lacre/contracts';
import { ONE_TIME_CODE_LENGTH } from '@lacre/contracts/limits';
import { addressGroup } from '@lacre/http';
import { ACCESS_CODE_MINUTES } from '@lacre/mailer';
import type { Pool } from 'pg';

import type { Attempts } from './attempts.ts';
import type { KeyedDigest } from './keyed-digest.ts';
import { identitySchema } from './migrations.ts';

/** As the message promises it. */
export const CODE_LIFE_SECONDS = ACCESS_CODE_MINUTES * 60;
/** Wrong answers after which a code is dead. */
const MAX_TRIES = 5;

/** What a code is for; a code of one purpose, holder or context is none for another. */
export interface CodePurpose {
  /**
   * person-access: a person comes in · person-act: a person signs · user-phone: a user comes in by phone · verify-phone:
   * a user's phone is theirs · phone-factor: a second factor, whose id is the context.
   */
  purpose: 'person-access' | 'person-act' | 'user-phone' | 'verify-phone' | 'phone-factor';
  /** Id of whom it was sent to. */
  holder: string;
  /** Id of what it was asked for, when that matters. */
  context?: string | undefined;
}

/** A code that was answered right. */
export interface AnsweredCode {
  channel: CodeChannel;
  /** Where it went; undefined for a code that was issued without one. */
  address: string | undefined;
  sentAt: Date;
}

/** Where a code comes back from, so that guesses are counted by their source. */
export interface CodeSource {
  address: string | undefined;
  /** Id of the browser, device or session that the holder has proven to be theirs; counted apart from strangers. */
  knownDevice?: string | undefined;
}

/** One-time codes of six digits: one at a time per purpose, holder and context, used once, kept as keyed digests. */
export class OneTimeCodes {
  readonly #pool: Pool;
  readonly #digest: KeyedDigest;
  readonly #now: () => Date;

  readonly #attempts: Attempts;

  constructor(parts: { pool: Pool; digest: KeyedDigest; now: () => Date; attempts: Attempts }) {
    this.#pool = parts.pool;
    this.#digest = parts.digest;
    this.#now = parts.now;
    this.#attempts = parts.attempts;
  }

  /** A new code, which replaces the one before it. It proves the address that it is about to be sent to. */
  async issue(wanted: CodePurpose, channel: CodeChannel, address?: string): Promise<string> {
    const code = String(randomInt(10 ** ONE_TIME_CODE_LENGTH)).padStart(ONE_TIME_CODE_LENGTH, '0');
    const sentAt = this.#now();
    const expiresAt = new Date(sentAt.getTime() + CODE_LIFE_SECONDS * 1000);
    await this.#pool.query(
      `insert into ${identitySchema}.one_time_code (purpose, holder, context, channel, digest, expires_at, address, sent_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (purpose, holder, context) do update
          set channel = excluded.channel, digest = excluded.digest, expires_at = excluded.expires_at, tries = 0,
              address = excluded.address, sent_at = excluded.sent_at`,
      [...keyOf(wanted), channel, this.#digestOf(wanted, code), expiresAt, address ?? null, sentAt],
    );
    return code;
  }

  /**
   * Where the code had gone if it is this one, still good; a right one is used up by this. Wrong ones are counted by
   * holder and source beyond the life of a code, so that asking for another does not begin the guessing anew.
   *
   * @throws Refusal TOO_MANY_REQUESTS during a wait
   */
  async use(wanted: CodePurpose, code: string, source: CodeSource): Promise<AnsweredCode | undefined> {
    const counted = guessSubjects(wanted, source);
    for (const [kind, subject] of counted) await this.#attempts.countGuess(kind, subject);
    const answered = await this.#take(wanted, code);
    if (answered !== undefined)
      for (const [kind, subject] of counted) await this.#attempts.clear(kind, subject);
    return answered;
  }

  async #take(wanted: CodePurpose, code: string): Promise<AnsweredCode | undefined> {
    // The try is counted before the code is looked at, so that tries made at once do not slip through.
    const { rows } = await this.#pool.query<CodeRow>(
      `update ${identitySchema}.one_time_code set tries = tries + 1
        where purpose = $1 and holder = $2 and context = $3 and tries < ${MAX_TRIES} and expires_at > $4
       returning digest, channel, address, sent_at`,
      [...keyOf(wanted), this.#now()],
    );
    const [found] = rows;
    const given = this.#digestOf(wanted, code);
    if (found === undefined || !timingSafeEqual(Buffer.from(found.digest), Buffer.from(given)))
      return undefined;
    // Commit point: of two requests with the right code, the one that removes it goes on.
    const used = await this.#pool.query(
      `delete from ${identitySchema}.one_time_code
        where purpose = $1 and holder = $2 and context = $3 and digest = $4`,
      [...keyOf(wanted), found.digest],
    );
    if (used.rowCount !== 1) return undefined;
    return { channel: found.channel, address: found.address ?? undefined, sentAt: found.sent_at };
  }

  /** Drops the codes of a holder. */
  async forget(holder: string): Promise<void> {
    await this.#pool.query(`delete from ${identitySchema}.one_time_code where holder = $1`, [holder]);
  }

  /** Drops codes that are over. */
  async forgetExpired(): Promise<void> {
    await this.#pool.query(`delete from ${identitySchema}.one_time_code where expires_at < $1`, [
      this.#now(),
    ]);
  }

  #digestOf(wanted: CodePurpose, code: string): string {
    return this.#digest('one-time-code', ...keyOf(wanted), code);
  }
}

interface CodeRow {
  digest: string;
  channel: CodeChannel;
  address: string | null;
  sent_at: Date;
}

const keyOf = ({ purpose, holder, context = '' }: CodePurpose): [string, string, string] => [
  purpose,
  holder,
  context,
];

/** The source before the target: a source that has to wait adds nothing to what keeps others waiting. */
function guessSubjects(
  { purpose, holder }: CodePurpose,
  { address, knownDevice }: CodeSource,
): [GuessLimitName, string][] {
  const target = `${purpose} ${holder}`;
  if (knownDevice !== undefined) return [['codePerTargetAndDevice', `${target} ${knownDevice}`]];
  return [
    ['codePerTargetAndAddress', `${target} ${addressGroup(address ?? '')}`],
    ['codePerTarget', target],
  ];
}
