import type { Api } from '../support/api.ts';
import type { Person } from '../support/scenario.ts';

/** A phone held upright. */
export const PHONE = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  locale: 'pt-BR',
} as const;
/** How much slower its processor is. */
export const SLOWDOWN = 4;

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** What the browser of a person who has identified themselves holds. */
export const heldSession = ({ token }: Pick<Api, 'token'>, { personId, name, cpf }: Person) => ({
  token,
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  person: { personId, name, cpf },
});
