import { say, type Text } from '@/i18n/say.ts';

interface Hint {
  fromMs: number;
  /** Undefined: what the page that waits has to say. */
  text: Text | undefined;
  /** Shown only where the process asks for the location: it is not read otherwise. */
  ofLocation?: true;
}

/** From when on each hint is shown, milliseconds (source specification, 9). */
const HINTS: readonly Hint[] = [
  { fromMs: 0, text: 'Preparando os dados biométricos…' },
  { fromMs: 2_500, text: 'Obtendo a localização atual…', ofLocation: true },
  { fromMs: 5_000, text: 'Realizando a autenticação facial…' },
  { fromMs: 12_500, text: undefined },
  { fromMs: 57_000, text: 'Aguardando a resposta do servidor…' },
];

/** Without an answer by then the check ends, milliseconds. */
export const CAP_MS = 90_000;
/** How often the bar moves, milliseconds. */
export const TICK_MS = 200;
/** How long the bar takes to its end once the answer is there, milliseconds. */
export const FINISH_MS = 800;
export const FINISHING: Text = 'Finalizando, por favor aguarde!';
const PLEASE_WAIT: Text = 'Por favor, aguarde…';

interface Said {
  /** Said between 12.5 and 57 seconds instead of a request for patience. */
  message?: string | undefined;
  /** Whether the location is read meanwhile. */
  location?: boolean | undefined;
}

/** What is said after so long. */
export function hintAt(
  elapsedMs: number,
  { message = say(PLEASE_WAIT), location = false }: Said = {},
): string {
  const hint = HINTS.findLast(
    ({ fromMs, ofLocation }) => elapsedMs >= fromMs && (ofLocation === undefined || location),
  );
  return hint?.text === undefined ? message : say(hint.text);
}

/** How the overlay ends: by an answer, or without one once its time is over. Undefined while it runs. */
export type Ending = 'finish' | 'error' | 'timeout' | undefined;

/**
 * What has ended the overlay stays so: the answer of a request that is still under way, which comes after the time was
 * over, no longer changes what is said.
 */
export function endingOf(before: Ending, outcome: 'finish' | 'error' | undefined, elapsedMs: number): Ending {
  if (before !== undefined) return before;
  return outcome ?? (elapsedMs >= CAP_MS ? 'timeout' : undefined);
}

/** What is said at the end: after an error, what was said last. */
export const endText = (ending: NonNullable<Ending>, last: string): string =>
  ending === 'error' ? last : say(FINISHING);

/** How far the bar has come while nothing is known, from 0 to below 1: it slows down, and never arrives. */
export const progressAt = (elapsedMs: number): number => 0.95 * (1 - Math.exp((-3 * elapsedMs) / CAP_MS));
