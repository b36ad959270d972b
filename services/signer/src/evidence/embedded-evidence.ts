import { sha256 } from '@lacre/contracts';
import { z } from 'zod';

import { noteText } from '../embedded/embedded-wording.ts';
import type { KnownEmbedded } from '../embedded/known-embedded.ts';

const instant = z.iso.datetime();

/** A signature that the document came with, as the evidence states it. */
export const evidenceSignature = z
  .strictObject({
    kind: z.enum(['signature', 'document-time-stamp']),
    signer: z.string().nullable().meta({ description: 'Common name in the certificate, a CPF in it masked' }),
    issuer: z.string().nullable().meta({ description: 'Who issued the certificate, as it says itself' }),
    state: z.enum(['sound', 'reserved', 'altered', 'broken']).meta({
      description: 'reserved: it holds, with the reservations noted; altered: the document changed after it',
    }),
    trust: z.enum(['platform', 'icp-brasil', 'trusted', 'icp-brasil-claimed', 'unknown']).meta({
      description: 'What the certificate leads to; icp-brasil-claimed: by its own word alone',
    }),
    indication: z.string().meta({ description: 'Status by ETSI EN 319 102-1 when the seal was made' }),
    subIndication: z.string().nullable(),
    statedTime: instant.nullable().meta({ description: "By the signer's own clock" }),
    provenTime: instant.nullable().meta({ description: 'By a time stamp of a trusted authority' }),
    notes: z.array(z.string()).meta({ description: 'What there is to say of it, in Portuguese' }),
    revisionSha256: sha256
      .nullable()
      .meta({ description: 'Of the file up to the end of what the signature covers' }),
    validationCode: z
      .string()
      .nullable()
      .meta({ description: "Of the document behind one of the platform's own seals" }),
  })
  .meta({ description: 'A digital signature that the document came with' });
export type EvidenceSignature = z.output<typeof evidenceSignature>;

export function evidenceOf({
  problems,
  sealed,
  fieldName: _name,
  places: _places,
  ...facts
}: KnownEmbedded): EvidenceSignature {
  return {
    ...facts,
    notes: problems.map((problem) => noteText(problem)),
    validationCode: sealed?.validationCode ?? null,
  };
}
