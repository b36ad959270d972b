export interface BackoffOptions {
  /** Before jitter, after the first failure. Default 500 ms. */
  baseMs?: number;
  /** Never longer than this, jitter included. Default 5 minutes. */
  maxMs?: number;
  /** 0 ≤ x < 1; given in tests. */
  random?: () => number;
}

/**
 * Doubles per failed attempt, between half and the whole of the nominal wait: jobs that failed together (a
 * dependency was down) do not come back together.
 */
export function exponentialBackoff(options: BackoffOptions = {}): (attempt: number) => number {
  const { baseMs = 500, maxMs = 300_000, random = Math.random } = options;
  return (attempt) => {
    const nominalMs = Math.min(baseMs * 2 ** (attempt - 1), maxMs);
    return Math.round(nominalMs * (0.5 + random() / 2));
  };
}
