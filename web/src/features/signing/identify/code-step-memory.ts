import type { AnswerOf } from '@lacre/contracts';

import { tabStore } from '@/lib/browser/tab-store.ts';

/** Whom an address names: a participant by the link they were sent, or any signer at a tenant. */
export type Invited = { processId: string; personId: string } | { domain: string };

/** A code that was sent and not yet typed. */
export interface SentCode extends AnswerOf<'requestSigningCode'> {
  cpf: string;
  /** Of several contacts, the one that it was sent to. */
  contact?: string;
  /** Another may be asked for from then on, milliseconds since the epoch. */
  resendAt: number;
  /** Useless from then on, milliseconds since the epoch. */
  expiresAt: number;
}

/**
 * Kept for the tab, until the code is used, given up or too old: phones throw the page away while its reader is at
 * the mail app, and the code's field must be there on return.
 */
const keyOf = (invited: Invited) =>
  'domain' in invited ? `sentCode:${invited.domain}` : `sentCode:${invited.processId}:${invited.personId}`;

export function recallSentCode(invited: Invited, now = Date.now()): SentCode | undefined {
  try {
    const stored = sessionStorage.getItem(keyOf(invited));
    const sent = stored === null ? undefined : (JSON.parse(stored) as SentCode);
    return sent !== undefined && sent.expiresAt > now ? sent : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers the code as sent, or forgets it. */
export function rememberSentCode(invited: Invited, sent: SentCode | undefined): void {
  try {
    if (sent === undefined) sessionStorage.removeItem(keyOf(invited));
    else sessionStorage.setItem(keyOf(invited), JSON.stringify(sent));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

/** A code for one act of signing, sent and not yet typed; moments in milliseconds since the epoch. */
export const actCodeStore = tabStore<
  Pick<SentCode, 'sentTo' | 'channel' | 'resendAt' | 'expiresAt'> | undefined
>('actCode', undefined);

/** Whether a code for an act was asked for and is still to be typed. */
export const awaitsActCode = (now = Date.now()): boolean => (actCodeStore.get()?.expiresAt ?? 0) > now;
