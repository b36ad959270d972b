import { setTimeout as sleep } from 'node:timers/promises';

/** Something that a process needs to do its work. */
export interface Check {
  /** In lower case, with hyphens: it stands in answers and in a metric's label. */
  name: string;
  /**
   * Resolves with what an operator is to know, in few words that hold no secret, or with nothing. Throwing `NotReady` says
   * what is wrong; of any other error nothing is passed on, for it may name what nobody is to read.
   */
  run: () => Promise<string | undefined>;
}

/** What is wrong, in words that anybody may read. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

export interface CheckOutcome {
  name: string;
  ok: boolean;
  detail?: string;
}

export interface ReadinessReport {
  ready: boolean;
  checks: readonly CheckOutcome[];
}

/** How long a check may take, milliseconds; probes of orchestrators wait a second or a few. */
const WITHIN_MS = 2000;
/** How long an answer serves those who ask again, milliseconds. */
const FRESH_MS = 1000;

/** Whether a process can do its work now: all checks at once, looked at no more than once a second. */
export class Readiness {
  readonly #checks: readonly Check[];
  readonly #withinMs: number;
  #latest: { report: Promise<ReadinessReport>; untilMs: number } | undefined;
  #isEnding = false;

  constructor(checks: readonly Check[], withinMs = WITHIN_MS) {
    this.#checks = checks;
    this.#withinMs = withinMs;
  }

  /** From now on it is not ready: whoever balances load sends nothing more while what is in flight ends. */
  end(): void {
    this.#isEnding = true;
  }

  async look(): Promise<ReadinessReport> {
    if (this.#isEnding)
      return { ready: false, checks: [{ name: 'process', ok: false, detail: 'encerrando' }] };
    if (this.#latest === undefined || performance.now() >= this.#latest.untilMs)
      this.#latest = { report: this.#run(), untilMs: performance.now() + FRESH_MS };
    return this.#latest.report;
  }

  async #run(): Promise<ReadinessReport> {
    const checks = await Promise.all(this.#checks.map((check) => this.#outcomeOf(check)));
    return { ready: checks.every(({ ok }) => ok), checks };
  }

  async #outcomeOf({ name, run }: Check): Promise<CheckOutcome> {
    const over = new AbortController();
    const tooLate = sleep(this.#withinMs, undefined, { signal: over.signal, ref: false }).then(() => {
      throw new NotReady('sem resposta a tempo');
    });
    // Whichever comes second is of no interest any more.
    tooLate.catch(() => {});
    try {
      const detail = await Promise.race([run(), tooLate]);
      return { name, ok: true, ...(detail !== undefined && { detail }) };
    } catch (error) {
      return { name, ok: false, detail: error instanceof NotReady ? error.message : 'indisponível' };
    } finally {
      over.abort();
    }
  }
}
