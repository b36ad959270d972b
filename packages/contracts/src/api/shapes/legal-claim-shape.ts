import { z } from 'zod';

import type { LegalClaim } from '../../legal/legal-class.ts';

/** What a signature claims to be in law, for its readers. */
export const legalClaimShape = z
  .object({
    class: z.enum(['simple', 'advanced']),
    /** Of the table in docs/classe-juridica.md. */
    rule: z.string(),
    why: z.string(),
    /** What of Lei nº 14.063/2020, art. 4º, II is met, by what; null where it is not claimed. */
    met: z.object({ a: z.string().nullable(), b: z.string().nullable(), c: z.string().nullable() }),
    /** What stays open to be contested. */
    reservation: z.string(),
    sources: z.array(z.string()),
  })
  .meta({ id: 'LegalClaim' }) satisfies z.ZodType<LegalClaim>;
