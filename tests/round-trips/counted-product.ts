import { setTimeout as sleep } from 'node:timers/promises';

import { Lacre } from '../support/lacre.ts';
import { addPerson, openAccount, type Account, type Person } from '../support/scenario.ts';
import { roundTripsOf, StatementCounter, type Asked, type Statement } from '../support/statement-counter.ts';

/**
 * How often an operation is tried: background work may fall into some of its times, and on a busy machine what follows
 * comes in more batches. The least is its own.
 */
export const TRIES = 12;
/** How long little is asked once all that follows an operation is done, milliseconds. */
const SETTLED_MS = 700;
/** Looks of an idle product that may fall into that time: those for lost wake-ups and for the log, at once. */
const MOST_WHEN_SETTLED = 4;
/** How long nothing happens, seconds, and how often that is tried: what the start left to do may fall into the first. */
export const IDLE_SECONDS = 10;
const IDLE_TRIES = 4;

/** What a request itself asks: of the log's connections the others follow it. */
const isOfRequests = ({ application, text }: Statement): boolean =>
  application === 'lacre-query' ||
  (application === 'lacre-command' && !/^(?:begin|commit)|_checkpoint/.test(text)) ||
  (application === 'lacre-log' &&
    /where (?:l\.)?stream = |event_store\.append\(|^select exists|subject_key|personal_data\.prepare/.test(
      text,
    ));

/** By the clock, whatever happens: that the log is still the installation's, and its writer still the only one. */
const isByTheClock = ({ text }: Statement): boolean => /installation\.identity|pg_locks/.test(text);

/** How far away the database is while a request waits for it, milliseconds. */
const ROUND_TRIP_MS = 25;

/** What a request asks before its answer, how often it waits for it, and with all that follows from it: read models, indexes, open work, mail. */
export interface AskedBy {
  beforeAnswer: Asked;
  roundTrips: number;
  inAll: Asked;
}

/** The whole product over a database whose statements are counted, with an account and a person. */
export class CountedProduct {
  readonly lacre: Lacre;
  readonly account: Account;
  readonly person: Person;
  readonly #counter: StatementCounter;
  readonly #stop: () => Promise<void>;

  private constructor(
    made: { lacre: Lacre; account: Account; person: Person },
    counter: StatementCounter,
    stop: () => Promise<void>,
  ) {
    this.lacre = made.lacre;
    this.account = made.account;
    this.person = made.person;
    this.#counter = counter;
    this.#stop = stop;
  }

  /** @param connectionString of an empty database */
  static async start(connectionString: string): Promise<CountedProduct> {
    await using begun = new AsyncDisposableStack();
    const { counter, url } = await StatementCounter.before(connectionString);
    begun.defer(() => counter.stop());
    const lacre = await Lacre.create({ DATABASE_URL: url });
    begun.defer(() => lacre.dispose());
    await lacre.start();
    const account = await openAccount(lacre.origin);
    const person = await addPerson(account.api, 'Ana Beatriz Souza Lima');
    const ending = begun.move();
    return new CountedProduct({ lacre, account, person }, counter, () => ending.disposeAsync());
  }

  /**
   * What a request asks in the steady state, at the least of its tries.
   * @param isEnough ends the tries early: fewer statements by another try would change nothing
   * @param last what the last that follows asks; without it, that nothing is asked for a while ends a try
   */
  async leastAskedBy(
    request: () => Promise<unknown>,
    isEnough: (asked: AskedBy) => boolean = () => false,
    last?: RegExp,
  ): Promise<AskedBy> {
    await request();
    const own: Asked[] = [];
    const inAll: Asked[] = [];
    await this.#followUps(last);
    const trips: number[] = [];
    for (;;) {
      this.#counter.answersAfterMs = ROUND_TRIP_MS;
      await request();
      this.#counter.answersAfterMs = 0;
      const until = this.#counter.take();
      const asks = until.filter(isOfRequests);
      own.push(asks);
      trips.push(roundTripsOf(asks));
      inAll.push([...until, ...(await this.#followUps(last))].filter((asked) => !isByTheClock(asked)));
      const asked = { beforeAnswer: least(own), roundTrips: Math.min(...trips), inAll: least(inAll) };
      if (own.length === TRIES || isEnough(asked)) return asked;
    }
  }

  /** What is asked until all that follows is done, which shows in a while with no more than when idle. */
  async #followUps(last?: RegExp): Promise<Asked> {
    const all: Asked[] = [];
    const isOver = (): boolean =>
      (all.at(-1)?.length ?? 0) <= MOST_WHEN_SETTLED &&
      (last === undefined || all.flat().some(({ text }) => last.test(text)));
    do {
      await sleep(SETTLED_MS);
      all.push(this.#counter.take());
    } while (!isOver());
    return all.flat();
  }

  /** What is asked in `IDLE_SECONDS` in which nothing happens, at the least. */
  async leastAskedIdle(): Promise<Asked> {
    const tried: Asked[] = [];
    do {
      this.#counter.take();
      await sleep(IDLE_SECONDS * 1000);
      tried.push(this.#counter.take());
    } while (tried.length < IDLE_TRIES && least(tried).length > IDLE_SECONDS);
    return least(tried);
  }

  async stop(): Promise<void> {
    await this.#stop();
  }
}

function least(tried: readonly Asked[]): Asked {
  const [first, ...rest] = tried;
  if (first === undefined) throw new Error('nothing was tried');
  return rest.reduce((best, asked) => (asked.length < best.length ? asked : best), first);
}
