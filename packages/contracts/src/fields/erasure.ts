import { z } from 'zod';

/**
 * Why somebody's data is erased, as the LGPD (Lei 13.709/2018) has it: they ask for it (art. 18, VI), they take their
 * consent back (art. 15, III), the purpose is reached (art. 15, I), its time is over (art. 15, II), or the authority
 * orders it (art. 15, IV). A choice and no text: what is written by hand would name whom it forgets.
 */
export const erasureReason = z.enum(
  ['subject-request', 'consent-revoked', 'purpose-reached', 'term-ended', 'authority-order'],
  'Escolha o motivo',
);
export type ErasureReason = z.output<typeof erasureReason>;
