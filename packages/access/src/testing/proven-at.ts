import type { ProvenAddress } from '../principal.ts';

const AT = '2026-03-02T12:00:00.000Z';

/** What a session has proven whose codes went to these e-mails. */
export const provenAt = (...emails: readonly string[]): ProvenAddress[] =>
  emails.map((address) => ({
    channel: 'email',
    address,
    method: 'session-code',
    codeSentAt: AT,
    codeAnsweredAt: AT,
  }));
