import type { AnswerOf } from '@lacre/contracts';

/** A code that was sent and not yet typed. */
export interface SentCode extends AnswerOf<'requestSigningCode'> {
  cpf: string;
  /** Another may be asked for from then on, milliseconds since the epoch. */
  resendAt: number;
  /** Useless from then on, milliseconds since the epoch. */
  expiresAt: number;
}

/**
 * Kept for the tab, until the code is used, given up or too old: phones throw the page away while its reader is at
 * the mail app, and whoever comes back with the code must find where to type it.
 */
const keyOf = (processId: string, personId: string) => `sentCode:${processId}:${personId}`;

export function recallSentCode(processId: string, personId: string, now = Date.now()): SentCode | undefined {
  try {
    const stored = sessionStorage.getItem(keyOf(processId, personId));
    const sent = stored === null ? undefined : (JSON.parse(stored) as SentCode);
    return sent !== undefined && sent.expiresAt > now ? sent : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers the code as sent, or forgets it. */
export function rememberSentCode(processId: string, personId: string, sent: SentCode | undefined): void {
  try {
    if (sent === undefined) sessionStorage.removeItem(keyOf(processId, personId));
    else sessionStorage.setItem(keyOf(processId, personId), JSON.stringify(sent));
  } catch {
    // Without storage it lasts as long as the page.
  }
}
