import { Semaphore, withTimeout, type SemaphoreInterface } from 'async-mutex';

import { SourceUnavailable, type Source } from '../source.ts';
import { askJson, TIMEOUT_MS, type JsonAnswer } from './ask-json.ts';

/** Asked of one address at the same time: the public services ask for restraint. */
const AT_ONCE = 4;
/** How long an address that said it is asked too much is left alone when it does not say, and at most, milliseconds. */
const REST_MS = 10_000;
const LONGEST_REST_MS = 60_000;
/** A register that does not know something says so by these. */
const UNKNOWN = new Set([400, 404, 422]);

export interface HttpSourceOptions<Asked, Value> {
  /** Asked one after another until one knows. */
  addresses: readonly ((asked: Asked) => URL)[];
  /** What an answer says: null when it says that there is no such thing, undefined when it cannot be read. */
  read: (body: unknown, asked: Asked) => Value | null | undefined;
  timeoutMs?: number;
}

/** One address, with its manners. */
class Address<Asked> {
  readonly urlOf: (asked: Asked) => URL;
  /** Who waits for a place longer than an answer may take is turned away. */
  readonly #places: SemaphoreInterface;
  readonly #timeoutMs: number;
  #restsUntil = 0;

  constructor(urlOf: (asked: Asked) => URL, timeoutMs: number) {
    this.urlOf = urlOf;
    this.#timeoutMs = timeoutMs;
    this.#places = withTimeout(
      new Semaphore(AT_ONCE),
      timeoutMs,
      new SourceUnavailable('too many ask at once'),
    );
  }

  async ask(asked: Asked): Promise<JsonAnswer> {
    if (Date.now() < this.#restsUntil) throw new SourceUnavailable('asked too much lately');
    return this.#places.runExclusive(async () => {
      const answer = await askJson(this.urlOf(asked), this.#timeoutMs);
      if (answer.status !== 429) return answer;
      this.#restsUntil = Date.now() + Math.min(answer.retryAfterMs ?? REST_MS, LONGEST_REST_MS);
      throw new SourceUnavailable('asked too much');
    });
  }
}

/** A source behind one or more HTTP addresses: when one does not answer, the next is asked. */
export class HttpSource<Asked, Value> implements Source<Asked, Value> {
  readonly #addresses: readonly Address<Asked>[];
  readonly #read: HttpSourceOptions<Asked, Value>['read'];

  constructor({ addresses, read, timeoutMs = TIMEOUT_MS }: HttpSourceOptions<Asked, Value>) {
    this.#addresses = addresses.map((urlOf) => new Address(urlOf, timeoutMs));
    this.#read = read;
  }

  /** Unknown is what one address has said so of, and no other has known. */
  async find(asked: Asked): Promise<Value | undefined> {
    let problem = new SourceUnavailable('no source is set');
    let isUnknown = false;
    for (const address of this.#addresses) {
      try {
        const found = this.#valueOf(await address.ask(asked), asked);
        if (found !== null) return found;
        isUnknown = true;
      } catch (error) {
        if (!(error instanceof SourceUnavailable)) throw error;
        problem = error;
      }
    }
    if (!isUnknown) throw problem;
    return undefined;
  }

  #valueOf({ status, body }: JsonAnswer, asked: Asked): Value | null {
    if (UNKNOWN.has(status)) return null;
    const value = status === 200 ? this.#read(body, asked) : undefined;
    if (value === undefined) throw new SourceUnavailable(`an answer ${status} that cannot be read`);
    return value;
  }
}
