import { Refusal } from '@lacre/http';
import type { Pool } from 'pg';

import { schema } from '../database/migrations.ts';
import type { KeyedDigest } from './keyed-digest.ts';

/** At most `tries` within `windowSeconds` from the first of them. */
export interface Limit {
  tries: number;
  windowSeconds: number;
}

/** How often visitors and users may try, by what they try. */
export interface Limits {
  registerPerAddress: Limit;
  signInPerAddress: Limit;
  /** From one address: somebody else's wrong passwords do not lock an account's owner out. Then with waits. */
  signInPerAccountAndAddress: Limit;
  /** From everywhere but browsers that the account signed in from: bounds guessing from many addresses. Then with waits. */
  signInPerAccount: Limit;
  /** From a browser that the account signed in from: its owner is not kept waiting by others. Then with waits. */
  signInPerAccountAndBrowser: Limit;
  /** Current passwords that somebody signed in gave. Then with waits. */
  passwordPerUser: Limit;
  /** Messages with a link, whoever the address belongs to. */
  linkPerEmail: Limit;
  linkPerAddress: Limit;
  /** Links, passkeys and Google sign-ins tried. */
  openLinkPerAddress: Limit;
  /** Text messages to a phone that somebody signs in by or enrols. */
  textPerPhone: Limit;
  /** Enrolments begun. */
  enrolPerUser: Limit;
  /** By CPF in its tenant. */
  codePerPerson: Limit;
  codePerAddress: Limit;
  /** Room for everybody in a large process; bounds what one leaked link can send. */
  codePerProcess: Limit;
  /** CPFs tried from one address without a link. */
  cpfPerAddress: Limit;
  /** CPFs given at one totem: a queue passes, and whoever looks for who is registered does not. */
  cpfPerTotem: Limit;
  /** Requests for a code that named another CPF than the participant's. */
  wrongCpfPerPerson: Limit;
  openPerAddress: Limit;
  invitationPerAddress: Limit;
  /** Messages that a user has sent to people who have not answered. */
  invitationPerUser: Limit;
  tokenPerUser: Limit;
  /** Each may take 2 GB of the store for a week. */
  downloadPerUser: Limit;
  /** Registers and maps elsewhere, whose owners ask for restraint. */
  lookUpPerUser: Limit;
}

const QUARTER_OF_AN_HOUR = 15 * 60;

export const DEFAULT_LIMITS: Limits = {
  registerPerAddress: { tries: 30, windowSeconds: QUARTER_OF_AN_HOUR },
  signInPerAddress: { tries: 100, windowSeconds: QUARTER_OF_AN_HOUR },
  signInPerAccountAndAddress: { tries: 10, windowSeconds: QUARTER_OF_AN_HOUR },
  signInPerAccount: { tries: 100, windowSeconds: QUARTER_OF_AN_HOUR },
  signInPerAccountAndBrowser: { tries: 10, windowSeconds: QUARTER_OF_AN_HOUR },
  passwordPerUser: { tries: 10, windowSeconds: QUARTER_OF_AN_HOUR },
  linkPerEmail: { tries: 5, windowSeconds: QUARTER_OF_AN_HOUR },
  linkPerAddress: { tries: 50, windowSeconds: QUARTER_OF_AN_HOUR },
  openLinkPerAddress: { tries: 100, windowSeconds: QUARTER_OF_AN_HOUR },
  textPerPhone: { tries: 5, windowSeconds: QUARTER_OF_AN_HOUR },
  enrolPerUser: { tries: 20, windowSeconds: QUARTER_OF_AN_HOUR },
  codePerPerson: { tries: 5, windowSeconds: QUARTER_OF_AN_HOUR },
  codePerAddress: { tries: 100, windowSeconds: QUARTER_OF_AN_HOUR },
  codePerProcess: { tries: 200, windowSeconds: QUARTER_OF_AN_HOUR },
  cpfPerAddress: { tries: 100, windowSeconds: QUARTER_OF_AN_HOUR },
  cpfPerTotem: { tries: 200, windowSeconds: QUARTER_OF_AN_HOUR },
  wrongCpfPerPerson: { tries: 10, windowSeconds: QUARTER_OF_AN_HOUR },
  openPerAddress: { tries: 200, windowSeconds: QUARTER_OF_AN_HOUR },
  lookUpPerUser: { tries: 150, windowSeconds: QUARTER_OF_AN_HOUR },
  invitationPerAddress: { tries: 50, windowSeconds: QUARTER_OF_AN_HOUR },
  invitationPerUser: { tries: 60, windowSeconds: QUARTER_OF_AN_HOUR },
  tokenPerUser: { tries: 60, windowSeconds: QUARTER_OF_AN_HOUR },
  downloadPerUser: { tries: 30, windowSeconds: QUARTER_OF_AN_HOUR },
};

/** After `tries` of these each further one waits: 30 s, then twice as long each time, up to 960 s (source specification, 9). */
type Guessable =
  | 'signInPerAccountAndAddress'
  | 'signInPerAccount'
  | 'signInPerAccountAndBrowser'
  | 'passwordPerUser';
const FIRST_WAIT_SECONDS = 30;
const LONGEST_WAIT_SECONDS = 960;

/** Counts tries of a subject across all processes. Subjects are kept as keyed digests: they hold e-mails and addresses. */
export class Attempts {
  readonly #pool: Pool;
  readonly #digest: KeyedDigest;
  readonly #now: () => Date;
  readonly #limits: Limits;

  constructor(pool: Pool, digest: KeyedDigest, now: () => Date, limits: Limits) {
    this.#pool = pool;
    this.#digest = digest;
    this.#now = now;
    this.#limits = limits;
  }

  /** Counts one try. @throws Refusal TOO_MANY_REQUESTS, with the seconds until the window ends. */
  async count(kind: keyof Limits, subject: string): Promise<void> {
    const limit = this.#limits[kind];
    const now = this.#now();
    const { rows } = await this.#pool.query<{ tries: number; ends_at: Date }>({
      name: `${schema}.count-attempt`,
      text: `select tries, ends_at from ${schema}.count_attempt($1, $2, make_interval(secs => $3))`,
      values: [this.#digest('attempt', kind, subject), now, limit.windowSeconds],
    });
    const [row] = rows;
    if (row === undefined || row.tries <= limit.tries) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((row.ends_at.getTime() - now.getTime()) / 1000));
    throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds });
  }

  /**
   * Counts one try that may be a guess.
   *
   * @returns whether the waits begin with it, if it fails. @throws Refusal TOO_MANY_REQUESTS during a wait.
   */
  async countGuess(kind: Guessable, subject: string): Promise<boolean> {
    const { tries, windowSeconds } = this.#limits[kind];
    const now = this.#now();
    const { rows } = await this.#pool.query<{ held_until: Date | null; begins: boolean }>({
      name: `${schema}.count-held-try`,
      text: `select held_until, begins from ${schema}.count_held_try($1, $2, make_interval(secs => $3), $4, $5, $6)`,
      values: [
        this.#digest('attempt', kind, subject),
        now,
        windowSeconds,
        tries,
        FIRST_WAIT_SECONDS,
        LONGEST_WAIT_SECONDS,
      ],
    });
    const { held_until: heldUntil = null, begins = false } = rows[0] ?? {};
    if (heldUntil === null) return begins;
    const retryAfterSeconds = Math.max(1, Math.ceil((heldUntil.getTime() - now.getTime()) / 1000));
    throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds });
  }

  /** Forgets the tries of a subject that has proven itself. */
  async clear(kind: keyof Limits, subject: string): Promise<void> {
    await this.#pool.query(`delete from ${schema}.attempts where subject = $1`, [
      this.#digest('attempt', kind, subject),
    ]);
  }

  /** Drops windows that are over. */
  async forgetEnded(): Promise<void> {
    await this.#pool.query(`delete from ${schema}.attempts where ends_at < $1`, [this.#now()]);
  }
}
