import { z } from 'zod';

import { documentStatus, part, sealLevel, sha256, signatureStatus, timestamp } from '../../fields.ts';
import { embeddedSignature, laterSignature, signatureStamp } from './embedded-signature.ts';
import { legalClaimShape } from './legal-claim-shape.ts';

/** Verdicts on files. */

/**
 * genuine: byte for byte what was issued · proofs-missing: so, but cut short before its last time stamps ·
 * unsound-inside: so, over a document that had a signature which does not hold ·
 * later-signature: a whole sealed file, signed afterwards · genuine-with-additions: a sealed file whole,
 * with an addition that a named rule allows · tampered: carries our seal and does not hold · not-ours: no seal of
 * ours · unreadable: not a PDF that can be read.
 */
export const verdict = z.enum([
  'genuine',
  'proofs-missing',
  'unsound-inside',
  'later-signature',
  'genuine-with-additions',
  'tampered',
  'not-ours',
  'unreadable',
]);

/** What was found, for those who can read it. Its words are those of ETSI EN 319 102-1 and ISO 32000, in English. */
export const validationReport = z
  .object({
    indication: z.enum(['TOTAL-PASSED', 'TOTAL-FAILED', 'INDETERMINATE']).nullable(),
    subIndication: z.string().nullable(),
    /** That the genuine part reached. */
    level: sealLevel.nullable(),
    /** When the seal is proven to have existed. */
    provenTime: timestamp.nullable(),
    provableUntil: timestamp.nullable(),
    /** The seal's certificate and those above it, nearest first. */
    certificates: z.array(
      z.object({
        subject: z.string(),
        issuer: z.string(),
        /** Hexadecimal. */
        serial: z.string(),
        notBefore: timestamp,
        notAfter: timestamp,
        sha256,
      }),
    ),
    /** Object identifier of the signature policy that the seal declares; null when it declares none. */
    policy: z.string().nullable(),
    /** What the OCSP responses and CRLs in the file say, by those entitled to say it. */
    revocation: z.array(
      z.object({
        certificate: z.string(),
        source: z.enum(['ocsp', 'crl']),
        status: z.enum(['good', 'unknown', 'revoked']),
        revokedAt: timestamp.nullable(),
        thisUpdate: timestamp,
        nextUpdate: timestamp.nullable(),
      }),
    ),
    timeStamps: z.array(
      z.object({
        kind: z.enum(['signature', 'document']),
        time: timestamp.nullable(),
        authority: z.string().nullable(),
        /** It verifies, by an authority that the platform knows. */
        trusted: z.boolean(),
        problem: z.string().nullable(),
      }),
    ),
    /** Every saved state of the file, oldest first. */
    revisions: z.array(
      z.object({
        startByte: z.number().int(),
        endByte: z.number().int(),
        sha256: sha256.nullable(),
        kind: z.enum(['document', 'seal', 'validation-data', 'time-stamp', 'signature', 'other']),
        by: z.array(z.string()),
        time: timestamp.nullable(),
        changes: z.array(
          z.object({
            objectNumber: z.number().int(),
            change: z.enum(['added', 'changed', 'freed']),
            what: z.string(),
            /** Name of the rule that allows it; null when none does. */
            allowedBy: z.string().nullable(),
          }),
        ),
        reasons: z.array(z.object({ code: z.string(), text: z.string() })),
      }),
    ),
  })
  .meta({ id: 'ValidationReport' });

export const validation = z
  .object({
    verdict,
    /** For a lay person, in the language that `Accept-Language` names first: Portuguese, English or Spanish. */
    explanation: z.string(),
    reasons: z.array(z.object({ code: z.string(), text: z.string() })),
    sha256,
    sizeBytes: z.number().int(),
    /** How many of the file's first bytes are a genuine document; null when none are. */
    genuineBytes: z.number().int().nullable(),
    document: z
      .object({
        name: z.string(),
        summary: z.string(),
        tenantName: z.string(),
        companyName: z.string(),
        validationCode: z.string(),
        originalSha256: sha256,
        sealedSha256: sha256,
        sealedAt: timestamp,
        /** The document's seal, a copy of it while it was pending, or its evidence pages in a file of their own. */
        madeAs: z.enum(['document', 'partial-copy', 'evidence']),
        /** How many signatures were missing, when the file is a copy of a document still pending. */
        missingSignatures: z.number().int().nullable(),
        /** The document's present status: a partial copy is of an earlier moment. */
        currentStatus: documentStatus,
        /** Names and CPFs masked. */
        participants: z.array(
          z.object({
            name: z.string(),
            cpf: z.string(),
            part,
            /** In whose name they signed, at that person's request. */
            atRequestOf: z.object({ name: z.string(), cpf: z.string() }).nullable(),
            status: signatureStatus,
            signedAt: timestamp.nullable(),
            /** What the signature claims to be in law; null when there is none. */
            claim: legalClaimShape.nullable(),
          }),
        ),
        timeline: z.array(z.object({ at: timestamp, action: z.string(), who: z.string().nullable() })),
      })
      .nullable(),
    /** Signatures that the document had before it was sealed. */
    embedded: z.array(embeddedSignature),
    /** Signatures after the seal, which is no part of them. */
    laterSignatures: z.array(laterSignature),
    /** Where signatures after the seal draw over its pages. */
    stamps: z.array(signatureStamp),
    seal: z
      .object({
        /** That the genuine part reached; null when the seal does not hold. */
        level: z.string().nullable(),
        certificateSubject: z.string(),
        certificateIssuer: z.string(),
        localAuthority: z.boolean(),
      })
      .nullable(),
    report: validationReport.nullable(),
  })
  .meta({ id: 'Validation' });

/** What a validation code leads to; without a file nothing is said of any file. */
export const validationByCode = z
  .object({ document: validation.shape.document.unwrap() })
  .meta({ id: 'ValidationByCode' });

/**
 * Where ITI's validator finds the file that a QR code stands for (Guia do Desenvolvedor, Validador de Documentos
 * Digitais).
 */
export const signedFiles = z
  .object({
    version: z.literal('1.0.0'),
    prescription: z.object({ signatureFiles: z.array(z.object({ url: z.string() })) }),
  })
  .meta({ id: 'SignedFiles' });
