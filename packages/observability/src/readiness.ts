import { setTimeout as sleep } from 'node:timers/promises';

/** A dependency of a process. */
export interface Check {
  /** In lower case, with hyphens: it stands in answers and in a metric's label. */
  name: string;
  /**
   * Resolves with a detail for operators, if any. Throws `NotReady` with the reason; the message of any other error is
   * not passed on, since it may hold a secret.
   */
  run: () => Promise<string | undefined>;
  /**
   * Whether the process is of no use without it. Default yes. What it can do without is reported, and takes no traffic
   * away from it: with a dependency that all instances share, that would take the whole product down.
   */
  isRequired?: boolean;
}

/** A check failed; its message is public. */
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
/** How long a report is cached, milliseconds. */
const FRESH_MS = 1000;

/** The readiness of a process: all checks in parallel, cached for a second. */
export class Readiness {
  readonly #checks: readonly Check[];
  readonly #withinMs: number;
  #latest: { report: Promise<ReadinessReport>; untilMs: number } | undefined;
  #isEnding = false;

  constructor(checks: readonly Check[], withinMs = WITHIN_MS) {
    this.#checks = checks;
    this.#withinMs = withinMs;
  }

  /** Not ready from now on, so that load balancers drain the process. */
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
    const isReady = this.#checks.every(({ isRequired = true }, index) => !isRequired || checks[index]?.ok);
    return { ready: isReady, checks };
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
