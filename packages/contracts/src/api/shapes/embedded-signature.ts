import { z } from 'zod';

import { sha256, timestamp } from '../../fields.ts';

/** Where a signature draws on a page as it is shown: fractions of its width and height, from the top left. */
const signaturePlace = z.object({
  /** From 1. */
  page: z.number().int(),
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
  /** Width of the page divided by its height. */
  shape: z.number(),
});

/** How far the certificate of a foreign signature is trusted: the name in it is proven no further. */
export const signerTrust = z.enum(['icp-brasil', 'trusted', 'icp-brasil-claimed', 'unknown']);

/**
 * A signature that a document had before it came here. Its names are those of certificates: they stand in the document
 * itself and are read from it each time, so they are in no event and in no read model.
 */
export const embeddedSignature = z
  .object({
    kind: z.enum(['signature', 'document-time-stamp']),
    /** Common name in the signer's certificate, a CPF in it masked; null when there is no certificate. */
    signer: z.string().nullable(),
    issuer: z.string().nullable(),
    /**
     * sound: holds · reserved: holds, with reservations · altered: the document changed after it · broken: does not
     * hold.
     */
    state: z.enum(['sound', 'reserved', 'altered', 'broken']),
    /** How far the signer's certificate is known. */
    trust: z.enum(['platform', ...signerTrust.options]),
    /** Status by ETSI EN 319 102-1. */
    indication: z.enum(['TOTAL-PASSED', 'TOTAL-FAILED', 'INDETERMINATE']),
    subIndication: z.string().nullable(),
    /** By the signer's clock. */
    statedTime: timestamp.nullable(),
    /** By a time stamp of a trusted authority. */
    provenTime: timestamp.nullable(),
    /** Where it is seen on the pages; empty when it is invisible. */
    places: z.array(signaturePlace.meta({ id: 'SignaturePlace' })),
    /** What there is to say of it, in the language that `Accept-Language` names first. */
    notes: z.array(z.object({ code: z.string(), text: z.string() })),
    /** Of the platform's own seals: the document that was sealed. */
    sealed: z
      .object({
        validationCode: z.string(),
        documentName: z.string(),
        summary: z.string(),
        tenantName: z.string(),
        sealedSha256: sha256,
      })
      .nullable(),
  })
  .meta({ id: 'EmbeddedSignature' });
export type EmbeddedSignatureView = z.output<typeof embeddedSignature>;

/** A valid signature after the seal. */
export const laterSignature = z
  .object({
    /** Common name in the certificate, a CPF in it masked. */
    signer: z.string(),
    trust: signerTrust,
    /** By the signer's clock. */
    statedTime: timestamp.nullable(),
  })
  .meta({ id: 'LaterSignature' });

/** Where a signature after the seal draws. */
export const signatureStamp = z
  .object({ signer: z.string().nullable(), trust: signerTrust, ...signaturePlace.shape })
  .meta({ id: 'SignatureStamp' });
