/** From when on each hint is shown, milliseconds (source specification, 9). */
const HINTS = [
  { fromMs: 0, text: 'Preparando os dados biométricos…' },
  { fromMs: 2_500, text: 'Obtendo a localização atual…' },
  { fromMs: 5_000, text: 'Realizando a autenticação facial…' },
  { fromMs: 12_500, text: undefined },
  { fromMs: 57_000, text: 'Aguardando a resposta do servidor…' },
] as const;

/** Without an answer by then the check ends, milliseconds. */
export const CAP_MS = 90_000;
/** How often the bar moves, milliseconds. */
export const TICK_MS = 200;
/** How long the bar takes to its end once the answer is there, milliseconds. */
export const FINISH_MS = 800;
export const FINISHING = 'Finalizando, por favor aguarde!';
const PLEASE_WAIT = 'Por favor, aguarde…';

/** What is said after so long; `message` is what whoever waits has to say. */
export function hintAt(elapsedMs: number, message: string = PLEASE_WAIT): string {
  const hint = HINTS.findLast(({ fromMs }) => elapsedMs >= fromMs);
  return hint?.text ?? message;
}

/** How far the bar has come while nothing is known, from 0 to below 1: it slows down, and never arrives. */
export const progressAt = (elapsedMs: number): number => 0.95 * (1 - Math.exp((-3 * elapsedMs) / CAP_MS));
