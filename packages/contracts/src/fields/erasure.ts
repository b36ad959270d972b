import { z } from 'zod';

/**
 * The legal ground of an erasure (LGPD, Lei 13.709/2018): request of the data subject (art. 18, VI), consent withdrawn
 * (art. 15, III), purpose achieved (art. 15, I), retention period over (art. 15, II) or order of the authority (art. 15,
 * IV). A choice and no text: free text would name the erased subject.
 */
export const erasureReason = z.enum(
  ['subject-request', 'consent-revoked', 'purpose-reached', 'term-ended', 'authority-order'],
  'Escolha o motivo',
);
export type ErasureReason = z.output<typeof erasureReason>;
