import {
  formatCnpj,
  groundsOf,
  legalClaim,
  maskCpf,
  type Actor,
  type ClientContext,
  type DataOf,
  type Declarer,
  type Impediment,
  type LegalClaim,
  type MarkStyle,
  type Part,
  type Participant,
  type ProcessDocument,
  type SignatureState,
  type SignatureStatus,
  STATED_FIELDS,
  writtenValue,
} from '@lacre/contracts';
import type { SealLevel } from '@lacre/contracts/seal-steps';

import {
  isOnTimeline,
  isOutcome,
  type ActEntry,
  type ProcessEntry,
  type ProcessRecord,
} from '../process/process-record.ts';
import { declarationsOf, termsOf, type AcceptedTerms, type MadeDeclaration } from './accepted-terms.ts';
import type { Commitment, EventChain, ReadChain } from './chain/event-chain.ts';
import { contactOf, type EvidenceContact } from './contact-facts.ts';
import type { EvidenceSignature } from './embedded-evidence.ts';
import type { EvidenceMethod } from './evidence-method.ts';
import { detailText } from './moment-detail.ts';

/** What the evidence pages and `evidence.json` state: plain data, personal identifiers already masked. */
export interface EvidenceFacts {
  /** A copy of a document that is still being signed. */
  partial: boolean;
  /** The tenant's logo, PNG or JPEG. What is neither is left out. */
  logo?: Uint8Array | undefined;
  document: {
    documentId: string;
    name: string;
    pages: number;
    sizeBytes: number;
    /** Of the bytes that were shown to those who signed. */
    sha256: string;
    /** Of the file as it was uploaded. */
    sourceSha256: string;
    alreadySigned: boolean;
    /** Of the sealed document, when these pages go beside it in a file of their own. */
    sealedSha256: string | null;
  };
  process: {
    processId: string;
    summary: string;
    tenantName: string;
    companyName: string;
    companyCnpj: string;
    requesterName: string;
    createdAt: string;
    /** How many of the company's representatives must sign. */
    minimumSignatories: number;
    /** The deadline; null without a limit. */
    deadline: string | null;
  };
  /** Signatures that the document came with, as of the seal. */
  embedded: readonly EvidenceSignature[];
  participants: readonly EvidenceParticipant[];
  timeline: readonly EvidenceMoment[];
  /** Every text that was accepted, with its hash. */
  terms: readonly AcceptedTerms[];
  /** Every declaration that was made, with its hash. */
  declarations: readonly MadeDeclaration[];
  /** The events of the process, each hashed with all before it. */
  chain: EventChain;
  /** `secret` is asked for by ITI's validator besides the QR code, before it fetches the file. */
  validation: { code: string; secret: string; url: string; page: string };
  seal: SealFacts;
}

export interface SealFacts {
  sealedAt: string;
  level: SealLevel;
  certificateSubject: string;
  certificateIssuer: string;
  /** SHA-256 of the certificate's DER, hexadecimal. */
  certificateSha256: string;
  certificateNotAfter: string;
  /** Who stands behind the certificate: this installation alone, ICP-Brasil as it says itself, or some other. */
  authority: 'local' | 'icp-brasil' | 'other';
  /** Who stamps the time, from B-T upwards; null when it is not known yet. */
  timeStampAuthority: { name: string; local: boolean } | null;
}

export interface EvidenceParticipant extends EvidenceAct {
  personId: string;
  signatureId: string;
  name: string;
  /** What else the register said of them when they were asked to sign, as people write it. The chain discloses it. */
  stated: readonly { label: string; value: string }[];
  cpf: string;
  /** Identifies the CPF for a holder of the key; null in logs from before there were commitments. */
  cpfCommitment: Commitment | null;
  /** Where the code that the act rests on was sent; null without an act. */
  contact: EvidenceContact | null;
  part: Part;
  /** In whose name they sign, at that person's request; null in their own. */
  atRequestOf: EvidenceRequestingPerson | null;
}

/** What a participant did with a document. */
interface EvidenceAct {
  status: SignatureStatus;
  /** Moment of the act, ISO 8601 in UTC; null when there was none. */
  at: string | null;
  methods: readonly EvidenceMethod[];
  client: ClientContext;
  /** Name of the account's totem at which they acted; null on a device of their own. */
  totem: string | null;
  /** Hash of the bytes that the person was shown. */
  documentSha256: string | null;
  consent: DataOf<'SignatureSigned'>['consent'] | null;
  /** What they declared besides, since someone signs at another's request. */
  declaration: { by: Declarer; version: string; textSha256: string } | null;
  rejectReason: string | null;
  /** What was chosen with the signature; null where nothing was asked. */
  selection: { question: string; chosen: readonly string[] } | null;
  /** How they had their signature look; null when they asked for nothing, or did not sign. */
  mark: { style: MarkStyle; drawing: string | null } | null;
  /** What the signature claims to be in law; null when there is none. */
  claim: LegalClaim | null;
  /** Where the log has the act. */
  event: EventPlace | null;
}

/** Who cannot sign, and asked another to sign in their name; the CPF is masked. */
interface EvidenceRequestingPerson {
  personId: string;
  name: string;
  cpf: string;
  cpfCommitment: Commitment | null;
  impediment: Impediment | null;
}

interface EventPlace {
  eventId: string;
  /** Of the event in the process's stream, from 0. */
  revision: number;
  /** Of the event in the whole log, as its store writes it. */
  position: string;
}

export interface EvidenceMoment extends EventPlace {
  at: string;
  action: ProcessEntry['type'];
  actor: Actor['kind'];
  /** Null for the platform's own acts. */
  who: string | null;
  reason: string | null;
  /** Why a document was rejected by the rules; null for every other event. */
  cause: DataOf<'DocumentRejected'>['cause'] | null;
  /** What the event says besides, in Portuguese. */
  detail: string | null;
}

export interface EvidenceOptions {
  partial?: boolean;
  /** Of the sealed document that the pages go beside, instead of into it. */
  sealedSha256?: string | undefined;
  logo?: Uint8Array | undefined;
  /** Signatures that the document came with. */
  embedded?: readonly EvidenceSignature[];
}

/** Gathers what the process's stream says of one document. */
export function evidenceFacts(
  record: ProcessRecord,
  documentId: string,
  validation: EvidenceFacts['validation'],
  { seal, chain }: { seal: SealFacts; chain: ReadChain },
  { partial = false, sealedSha256, logo, embedded = [] }: EvidenceOptions = {},
): EvidenceFacts {
  const { created } = record;
  const document = record.document(documentId);
  if (!document) throw new Error(`process ${created.processId} has no document ${documentId}`);
  const participants = participantsOf(record, documentId, chain);
  const { processId, summary, tenantName, company, requester, minimumSignatories } = created;
  return {
    partial,
    logo,
    document: { ...documentOf(document), sealedSha256: sealedSha256 ?? null },
    process: {
      processId,
      summary,
      tenantName,
      companyName: company.companyName,
      companyCnpj: formatCnpj(company.cnpj),
      requesterName: requester.name,
      createdAt: momentOf(record.entries[0] as ProcessEntry),
      minimumSignatories,
      deadline: record.state.deadline ?? null,
    },
    embedded,
    participants,
    timeline: record.entriesOf(documentId).filter(isMoment).map(momentFrom),
    terms: termsOf(participants),
    declarations: declarationsOf(participants),
    chain: { head: chain.head, events: chain.events, document: chain.document },
    validation,
    seal,
  };
}

function documentOf(document: ProcessDocument): Omit<EvidenceFacts['document'], 'sealedSha256'> {
  const { documentId, name, pages, sizeBytes, sha256, sourceSha256, alreadySigned } = document;
  return { documentId, name, pages, sizeBytes, sha256, sourceSha256, alreadySigned };
}

/** A reminder without recipients is a step of the schedule, and no moment of the process. */
const isMoment = (entry: ProcessEntry): boolean =>
  isOnTimeline(entry) && (entry.type !== 'ParticipantsReminded' || entry.data.personIds.length > 0);

function momentFrom(entry: ProcessEntry): EvidenceMoment {
  const { eventId, revision, position } = placeOf(entry);
  const { actor } = entry.metadata;
  const reason = 'reason' in entry.data ? (entry.data.reason ?? null) : null;
  const what = {
    at: momentOf(entry),
    action: entry.type,
    actor: actor.kind,
    who: isOutcome(entry) ? null : nameOf(actor),
    reason,
    cause: entry.type === 'DocumentRejected' ? entry.data.cause : null,
    detail: detailText(entry),
  };
  return { eventId, revision, position, ...what };
}

/** Which of the platform's parts acted is internal. */
const nameOf = (actor: Actor): string | null =>
  actor.kind === 'user' || actor.kind === 'person' ? actor.name : null;

const placeOf = ({ id: eventId, revision, position }: ProcessEntry): EventPlace => ({
  eventId,
  revision: Number(revision),
  position,
});

/**
 * When the event happened. No event of a stream is earlier than the one before it, so lists by it keep the log's order.
 */
export const momentOf = ({ metadata }: ProcessEntry): string => metadata.occurredAt;

/** Everyone asked to sign the document, in the order they were named. */
export function participantsOf(
  record: ProcessRecord,
  documentId: string,
  chain?: ReadChain,
): EvidenceParticipant[] {
  return record.signaturesOf(documentId).flatMap((signature) => {
    const { signatureId, personId } = signature;
    const person = record.state.participants.find((participant) => participant.personId === personId);
    if (!person) return [];
    const { name, part } = person;
    const entry = record.actOn(signatureId);
    const act = actOf(signature, entry);
    const contact = contactOf(entry, chain);
    const [cpf, cpfCommitment] = [maskCpf(person.cpf), chain?.commitmentOf(personId, 'cpf') ?? null];
    const stated = statedOf(person);
    const atRequestOf = requestingPersonOf(person, chain);
    return [{ personId, signatureId, name, stated, cpf, cpfCommitment, part, atRequestOf, ...act, contact }];
  });
}

function requestingPersonOf(
  { atRequestOf }: Participant,
  chain: ReadChain | undefined,
): EvidenceParticipant['atRequestOf'] {
  if (atRequestOf === undefined) return null;
  const { personId, name, cpf, impediment = null } = atRequestOf;
  const cpfCommitment = chain?.commitmentOf(personId, 'cpf') ?? null;
  return { personId, name, cpf: maskCpf(cpf), cpfCommitment, impediment };
}

const statedOf = (person: Participant): EvidenceParticipant['stated'] =>
  STATED_FIELDS.flatMap(([name, field]) => {
    const value = writtenValue(field, person[name]);
    return value === undefined ? [] : [{ label: field.label, value }];
  });

/** Of a participant who has done nothing yet. */
export const NO_ACT: Readonly<EvidenceAct> = {
  status: 'pending',
  at: null,
  methods: [],
  client: {},
  totem: null,
  documentSha256: null,
  consent: null,
  declaration: null,
  rejectReason: null,
  selection: null,
  mark: null,
  claim: null,
  event: null,
};

/** What has become of the signature, with what its act says. */
function actOf({ status, contactReplaced }: SignatureState, entry: ActEntry | undefined): EvidenceAct {
  if (entry === undefined) return { ...NO_ACT, status };
  const { client, totem } = entry.data;
  const act = { ...NO_ACT, status, client, totem: totem?.name ?? null, event: placeOf(entry) };
  if (entry.type === 'SignatureRejected')
    return { ...act, at: entry.data.rejectedAt, rejectReason: entry.data.reason };
  const { signedAt: at, documentSha256, consent, declaration = null, selection = null, mark } = entry.data;
  return {
    ...act,
    at,
    methods: methodsOf(entry.data),
    documentSha256,
    consent,
    declaration,
    selection,
    mark: mark === undefined ? null : { style: mark.style, drawing: mark.drawing ?? null },
    claim: legalClaim(groundsOf(entry.data, contactReplaced)),
  };
}

/** How the person was identified, their location once there are coordinates, and their face when they showed it. */
function methodsOf({
  authentication,
  client,
  face,
}: Extract<ProcessEntry, { type: 'SignatureSigned' }>['data']): EvidenceMethod[] {
  const located = client.latitude !== undefined && client.longitude !== undefined;
  return [
    { kind: IDENTIFIED_BY[authentication] },
    ...(located ? [{ kind: 'location' } as const] : []),
    ...(face === undefined ? [] : [{ kind: 'face', ...face } as const]),
  ];
}

const IDENTIFIED_BY = {
  'cpf-email-code': 'email-code',
  'cpf-sms-code': 'sms-code',
  'cpf-known-device': 'known-device',
} as const;
