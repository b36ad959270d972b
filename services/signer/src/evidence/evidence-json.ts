import {
  clientContext,
  DECLARERS,
  ERASED,
  faceEvidence,
  impediment,
  legalClaimShape,
  MARK_BOX,
  markStyle,
  part,
  sha256,
  signatureStatus,
} from '@lacre/contracts';
import { LANGUAGES } from '@lacre/contracts/languages';
import { z } from 'zod';

import { chain, commitment } from './chain/chain-json.ts';
import { evidenceSignature } from './embedded-evidence.ts';
import type { EvidenceFacts } from './evidence-facts.ts';

/** Version of {@link evidenceDocument}; it changes with the shape, and old shapes stay as they were issued. */
export const EVIDENCE_VERSION = 10;

const instant = z.iso.datetime().meta({ description: 'ISO 8601, in UTC' });
const eventPlace = {
  eventId: z.uuid().meta({ description: 'Of the event in the log' }),
  revision: z.int().nonnegative().meta({ description: "Of the event in the process's stream, from 0" }),
  position: z.string().meta({ description: 'Of the event in the whole log, as the store writes it' }),
};
const maskedCpf = z.string().regex(/^\*\*\*(?:\.\d{3}\.\d{3}-\*\*)?$/);

const method = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('email-code') }),
    z.strictObject({ kind: z.literal('sms-code') }),
    z.strictObject({
      kind: z.literal('known-device').meta({ description: 'Confirmed by a one-time code before' }),
    }),
    z.strictObject({ kind: z.literal('location') }),
    z.strictObject({
      kind: z.literal('face').meta({
        description: 'Compared with the enrolled face; similarity is a score of 100, no probability',
      }),
      ...faceEvidence.shape,
    }),
  ])
  .meta({ description: 'How the person showed who, or where, they were' });

const participant = z.strictObject({
  personId: z.uuid(),
  signatureId: z.string(),
  name: z.string().meta({ description: `"${ERASED}" where the personal data was erased after the act` }),
  cpf: z
    .union([maskedCpf, z.literal(ERASED)])
    .meta({ description: `First three and last two digits hidden, or "${ERASED}"` }),
  cpfCommitment: commitment.nullable().meta({
    description:
      'Identifies the CPF for who has the key of the evidence; null in logs from before commitments',
  }),
  contact: z
    .strictObject({
      channel: z.enum(['email', 'sms']),
      masked: z.string().meta({ description: 'Most of it hidden' }),
      commitment: commitment.nullable(),
    })
    .nullable()
    .meta({ description: 'Where the one-time code that the act rests on was sent; null when none was' }),
  part: part.meta({ description: 'Party who signs, representative of the company, or witness' }),
  atRequestOf: z
    .strictObject({
      personId: z.uuid(),
      name: z.string(),
      cpf: z.union([maskedCpf, z.literal(ERASED)]),
      cpfCommitment: commitment.nullable(),
      impediment: impediment.nullable().meta({ description: 'Null where it was erased' }),
    })
    .nullable()
    .meta({
      description:
        'In whose name they sign, at that person’s request (Código Civil, art. 595), and why that person cannot; null: in their own',
    }),
  status: signatureStatus,
  at: instant.nullable().meta({ description: 'Moment of the act; null when there was none' }),
  methods: z.array(method),
  client: clientContext.meta({
    description: 'What the connection and the device said: evidence, no proof of presence',
  }),
  totem: z.string().nullable().meta({
    description:
      "Name of the tenant's totem, a shared tablet, at which the person acted; null on a device of their own",
  }),
  documentSha256: sha256.nullable().meta({ description: 'SHA-256 of the bytes the person was shown' }),
  consent: z
    .strictObject({
      termsVersion: z.string(),
      acceptedAt: instant,
      textSha256: sha256.nullable().meta({
        description: 'Of the text accepted, which `terms` has; null where the act did not record it',
      }),
      language: z.enum(LANGUAGES).optional().meta({
        description:
          'That the text was shown in, the Portuguese beside it; absent where the act did not record it',
      }),
    })
    .nullable()
    .meta({ description: 'What was accepted with the signature' }),
  declaration: z
    .strictObject({
      by: z.enum(DECLARERS),
      version: z.string(),
      textSha256: sha256.meta({ description: 'Of the text declared, which `declarations` has' }),
    })
    .nullable()
    .meta({ description: 'What was declared besides, by the signer at another’s request or a witness' }),
  rejectReason: z.string().nullable(),
  selection: z
    .strictObject({ question: z.string(), chosen: z.array(z.string()) })
    .nullable()
    .meta({ description: "Answer to the document's question; null where nothing was asked" }),
  mark: z
    .strictObject({
      style: markStyle,
      drawing: z
        .string()
        .nullable()
        .meta({
          description: `Strokes in a box of ${MARK_BOX.width} by ${MARK_BOX.height}: M and the first point, L and each further one`,
        }),
    })
    .nullable()
    .meta({
      description:
        'How the person had the signature look; it proves nothing. Null when nothing was asked for',
    }),
  claim: legalClaimShape.nullable().meta({
    description:
      'Class of Lei nº 14.063/2020, art. 4º, that is claimed, why, what of its item II (a, b, c) is met by what, and what stays open',
  }),
  event: z.strictObject(eventPlace).nullable().meta({ description: 'Where the log has the act' }),
});

const moment = z.strictObject({
  ...eventPlace,
  at: instant,
  action: z.string().meta({ description: 'Type of the event' }),
  actor: z.enum(['user', 'person', 'visitor', 'system']),
  who: z.string().nullable().meta({ description: "Null for the platform's own acts" }),
  reason: z.string().nullable(),
  cause: z
    .enum(['required-participant-rejected', 'minimum-signatories-unreachable', 'deadline-passed'])
    .nullable()
    .meta({ description: 'Why a document was rejected by the rules' }),
  detail: z.string().nullable().meta({ description: 'What the event says besides, in Portuguese' }),
});

const document = z.strictObject({
  documentId: z.uuid(),
  name: z.string(),
  pages: z.int().positive(),
  sizeBytes: z.int().positive(),
  sha256: sha256.meta({
    description: 'Of the bytes that were shown to those who signed, and that the seal covers',
  }),
  sourceSha256: sha256.meta({ description: 'Of the file as it was uploaded' }),
  alreadySigned: z.boolean().meta({ description: 'It arrived with signatures of its own' }),
  sealedSha256: sha256.nullable().meta({
    description: 'Of the sealed document, when its evidence is in a file of its own; null when it is within',
  }),
});

const process = z.strictObject({
  processId: z.uuid(),
  summary: z.string(),
  tenantName: z.string(),
  companyName: z.string(),
  companyCnpj: z.string(),
  requesterName: z.string(),
  createdAt: instant,
  minimumSignatories: z
    .int()
    .nonnegative()
    .meta({ description: 'How many of the representatives must sign; 0 when there are none' }),
  deadline: instant.nullable().meta({ description: 'From when on signing is closed; null without a limit' }),
});

const seal = z.strictObject({
  sealedAt: instant,
  level: z
    .enum(['B-B', 'B-T', 'B-LT', 'B-LTA'])
    .meta({ description: 'PAdES baseline level, ETSI EN 319 142-1' }),
  certificateSubject: z.string(),
  certificateIssuer: z.string(),
  certificateSha256: sha256.meta({ description: 'Of the DER of the certificate' }),
  certificateNotAfter: instant,
  authority: z.enum(['local', 'icp-brasil', 'other']).meta({
    description:
      'Who stands behind the certificate. local: this installation alone, outside ICP-Brasil. icp-brasil: by what the certificate says',
  }),
  timeStampAuthority: z.strictObject({ name: z.string(), local: z.boolean() }).nullable(),
});

/** The attachment `evidence.json` of a sealed document: what its evidence pages state, and where the log has it. */
export const evidenceDocument = z
  .strictObject({
    version: z.literal(EVIDENCE_VERSION),
    partial: z.boolean().meta({ description: 'A copy of a document that was still being signed' }),
    document,
    process,
    embedded: z.array(evidenceSignature),
    participants: z.array(participant),
    timeline: z.array(moment),
    terms: z
      .array(z.strictObject({ version: z.string(), text: z.string(), sha256 }))
      .meta({ description: 'The texts that were accepted; each hash is of the text in UTF-8' }),
    declarations: z
      .array(z.strictObject({ by: z.enum(DECLARERS), version: z.string(), text: z.string(), sha256 }))
      .meta({ description: 'The declarations that were made; each hash is of the text in UTF-8' }),
    chain,
    validation: z.strictObject({
      code: z.string().meta({ description: 'To type on the validation page' }),
      secret: z.string().meta({ description: "Asked for by ITI's validator besides the QR code" }),
      url: z.url().meta({ description: 'What the QR code says' }),
      page: z.url(),
    }),
    seal,
  })
  .meta({
    title: 'Lacre: evidence of the signatures of a document',
    description: 'What the pages "Página de assinaturas" of the same file state, for machines',
  });
export type EvidenceDocument = z.output<typeof evidenceDocument>;

/** The schema for others to check by, as `evidence.schema.json` beside the service has it (JSON Schema 2020-12). */
export const evidenceSchema = (): object => z.toJSONSchema(evidenceDocument, { target: 'draft-2020-12' });

/**
 * The facts as the attachment has them. The same facts give the same bytes.
 *
 * @throws ZodError when the facts do not fit the schema, which is a bug
 */
export function evidenceJson(facts: EvidenceFacts): Buffer {
  const { logo: _logo, ...rest } = facts;
  // What is stated of the register stands among the disclosures of the chain, where it can be recomputed.
  const participants = facts.participants.map(({ stated: _stated, ...told }) => told);
  const checked = evidenceDocument.parse({ version: EVIDENCE_VERSION, ...rest, participants });
  return Buffer.from(`${JSON.stringify(checked, null, 2)}\n`);
}
