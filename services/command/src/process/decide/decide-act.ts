import {
  CONSENT_SHA256,
  DECLARATION_SHA256,
  declarerOf,
  isDeclarationVersion,
  isProvenBy,
  isTermsVersion,
  type ContactProof,
  type DataOf,
  type FaceEvidence,
  type Participant,
  type ProcessEvent,
  type RequestingPerson,
} from '@lacre/contracts';

import { reject, type Decision, type Rejection } from '../../decider/decision.ts';
import type { Reject, Sign } from './commands.ts';
import { documentOutcome, isNeeded, settling } from './decide-outcome.ts';
import {
  evolve,
  isOverdue,
  processOf,
  type DocumentState,
  type ExistingProcess,
  type ProcessState,
  type SignatureState,
} from './state.ts';

/** A signature that the person may act on now, with all that its act is checked against. */
interface Duty {
  signature: SignatureState;
  document: DocumentState;
  participant: Participant;
  /** The code that the act rests on: it went to the contact of the participant in this process. */
  proof: ContactProof;
}

/** Signs each signature in turn; one refusal refuses the whole act. */
export function decideSign(command: Sign, state: ProcessState): Decision<ProcessEvent> {
  const { tenantId, client, at, mark } = command;
  return applyEach(command, state, command.signatures, (process, asked) => {
    const duty = dutyOf(process, command, asked.signatureId, 'PERSON_ALREADY_SIGNED');
    if ('accepted' in duty) return duty;
    const { signature, document, participant, proof } = duty;
    if (signature.documentId !== asked.documentId || document.sha256 !== asked.documentSha256)
      return reject('DOCUMENT_HASH_MISMATCH');
    const isLocated = client.latitude !== undefined && client.longitude !== undefined;
    if (participant.requirements.location && !isLocated) return reject('GEOLOCATION_DATA_INVALID');
    const answer = answerTo(duty, asked.selection);
    if (answer !== undefined && 'accepted' in answer) return answer;
    if (participant.requirements.code === true && proof.method !== 'act-code') return codeRefused(command);
    const declaration = declarationIn(process, duty, command);
    if (declaration !== undefined && 'accepted' in declaration) return declaration;
    const face = faceOf(duty, command);
    if (face !== undefined && 'accepted' in face) return face;
    return {
      type: 'SignatureSigned',
      data: {
        processId: process.processId,
        tenantId,
        signatureId: signature.signatureId,
        documentId: document.documentId,
        personId: signature.personId,
        part: signature.part,
        documentSha256: document.sha256,
        consent: consentOf(command),
        ...(declaration === undefined ? {} : { declaration }),
        ...(participant.atRequestOf === undefined ? {} : { atRequestOf: namedIn(participant.atRequestOf) }),
        ...(answer === undefined ? {} : { selection: answer }),
        ...(mark === undefined ? {} : { mark }),
        authentication: authenticationBy(proof),
        contactProof: proof,
        ...(face === undefined ? {} : { face }),
        ...(command.totem === undefined ? {} : { totem: command.totem }),
        client,
        signedAt: at,
      },
    };
  });
}

function consentOf({ consent, at }: Sign): DataOf<'SignatureSigned'>['consent'] {
  const { termsVersion, language } = consent;
  const textSha256 = isTermsVersion(termsVersion) ? CONSENT_SHA256[termsVersion] : null;
  return { termsVersion, acceptedAt: at, textSha256, ...(language === undefined ? {} : { language }) };
}

/** What the person declares with this signature; undefined where no one signs at another's request. */
function declarationIn(
  { participants }: ExistingProcess,
  { participant }: Duty,
  { declarationVersion: version }: Sign,
): Rejection | DataOf<'SignatureSigned'>['declaration'] {
  const by = declarerOf(participant, participants);
  if (by === undefined) return undefined;
  if (version === undefined || !isDeclarationVersion(version))
    return reject('AT_REQUEST_DECLARATION_REQUIRED');
  return { by, version, textSha256: DECLARATION_SHA256[version][by] };
}

const namedIn = ({ personId, name }: RequestingPerson): DataOf<'SignatureSigned'>['atRequestOf'] => ({
  personId,
  name,
});

const authenticationBy = ({ method, channel }: ContactProof): DataOf<'SignatureSigned'>['authentication'] =>
  method === 'known-device' ? 'cpf-known-device' : `cpf-${channel}-code`;

const codeRefused = ({ code }: Sign): Rejection =>
  reject(code === 'wrong' ? 'AUTH_DEVICE_VALIDATION_ERROR' : 'SIGNING_CODE_REQUIRED');

/**
 * The face that signs, as the record keeps it; undefined where none is asked for, or a code stands for it. A face that
 * was shown without being required is not kept: it was not needed.
 */
function faceOf(
  { signature, participant, proof }: Duty,
  command: Sign,
): FaceEvidence | Rejection | undefined {
  const { face: isAsked, faceOrCode, faceUpload } = participant.requirements;
  if (isAsked !== true) return undefined;
  if (command.face === 'absent') {
    if (faceOrCode !== true) return reject('FACE_PROOF_REQUIRED');
    if (proof.method === 'act-code') return undefined;
    return command.code === 'wrong' ? codeRefused(command) : reject('FACE_PROOF_REQUIRED');
  }
  if (command.face === 'wrong') return reject('FACE_PROOF_INVALID');
  const { signatureIds, ...evidence } = command.face;
  if (!signatureIds.includes(signature.signatureId)) return reject('FACE_PROOF_INVALID');
  if (evidence.capture === 'file' && faceUpload !== true) return reject('FACE_UPLOAD_NOT_ALLOWED');
  return evidence;
}

type Answer = NonNullable<DataOf<'SignatureSigned'>['selection']>;

/** The answer to the document's question, in the order of its options; undefined where this person is asked nothing. */
function answerTo(
  { signature, document: { selection } }: Duty,
  chosen: readonly string[] = [],
): Answer | Rejection | undefined {
  if (signature.asksSelection !== true || selection === undefined)
    return chosen.length === 0 ? undefined : reject('INVALID_SELECTION');
  const { question, options, minimum, maximum } = selection;
  if (chosen.length === 0 && minimum > 0) return reject('NO_SELECTION_PROVIDED');
  if (new Set(chosen).size < chosen.length || chosen.some((option) => !options.includes(option)))
    return reject('INVALID_SELECTION');
  if (chosen.length < minimum || chosen.length > maximum) return reject('MORE_LESS_SELECTION');
  return { question, chosen: options.filter((option) => chosen.includes(option)) };
}

/** Rejects each signature in turn, all for one reason. */
export function decideReject(command: Reject, state: ProcessState): Decision<ProcessEvent> {
  const { tenantId, client, at } = command;
  const reason = command.reason.trim();
  if (reason === '') return reject('NO_REJECT_REASON_PROVIDED');
  return applyEach(command, state, command.signatureIds, (process, signatureId) => {
    const duty = dutyOf(process, command, signatureId, 'SIGNATURE_NOT_PENDING');
    if ('accepted' in duty) return duty;
    const { documentId, personId, part } = duty.signature;
    if (!isNeeded(process, duty.signature)) return DISPENSED;
    return {
      type: 'SignatureRejected',
      data: {
        processId: process.processId,
        tenantId,
        signatureId,
        documentId,
        personId,
        part,
        reason,
        contactProof: duty.proof,
        ...(command.totem === undefined ? {} : { totem: command.totem }),
        client,
        rejectedAt: at,
      },
    };
  });
}

/** Of a signatory beyond the minimum: there is nothing left for them to refuse. */
const DISPENSED = reject(
  'SIGNATURE_NOT_PENDING',
  'O mínimo de representantes já assinou este documento, e você foi dispensado de assinar.',
);

type ActEvent = Extract<ProcessEvent, { type: 'SignatureSigned' | 'SignatureRejected' }>;

/** Each act with what it makes of its document, and at the end what all of it makes of the process. */
function applyEach<Asked>(
  command: Sign | Reject,
  state: ProcessState,
  asked: readonly Asked[],
  act: (process: ExistingProcess, asked: Asked) => ActEvent | Rejection,
): Decision<ProcessEvent> {
  const events: ProcessEvent[] = [];
  const before = processOf(state, command.tenantId);
  if (before === undefined) return reject('SIGNER_NOT_FOUND');
  let process = before;
  const happens = (event: ProcessEvent) => {
    events.push(event);
    process = evolve(process, event) as ExistingProcess;
  };
  for (const each of asked) {
    const event = act(process, each);
    if ('accepted' in event) return event;
    happens(event);
    documentOutcome(process, event.data.documentId).forEach(happens);
  }
  return settling(before, events);
}

/** What the person may act on, or why they may not. */
export function dutyOf(
  process: ExistingProcess,
  { personId, at, proofs }: Pick<Sign, 'personId' | 'at' | 'proofs'>,
  signatureId: string,
  whenSigned: 'PERSON_ALREADY_SIGNED' | 'SIGNATURE_NOT_PENDING',
): Duty | Rejection {
  const signature = process.signatures.get(signatureId);
  const document = signature && process.documents.get(signature.documentId);
  const participant = signature && process.participants.find((each) => each.personId === signature.personId);
  if (signature === undefined || document === undefined || participant === undefined)
    return reject('SIGNER_NOT_FOUND');
  if (signature.personId !== personId)
    return reject(signature.part === 'signatory' ? 'IS_NOT_SIGNATORY' : 'IS_NOT_SIGNER');
  const proof = proofFor(participant, proofs);
  if (proof === undefined)
    return reject(
      'AUTH_PERSON_NO_AUTHORIZATION',
      'Este documento foi enviado a outro contato seu. Entre pelo link que chegou lá, ou escolha esse contato ao entrar.',
    );
  if (signature.status === 'signed') return reject(whenSigned);
  // The deadline holds whether or not its job has run.
  if (signature.expired || (signature.status === 'pending' && isOverdue(process, at)))
    return reject('DEADLINE_PASSED');
  if (document.status === 'canceled' || document.status === 'rejected') return reject('DOCUMENT_NOT_PENDING');
  if (signature.status !== 'pending')
    return signature.status === 'canceled' ? DISPENSED : reject('SIGNATURE_NOT_PENDING');
  if (signature.group > process.askedGroup) return reject('NOT_YOUR_TURN');
  return { signature, document, participant, proof };
}

/**
 * The first proof that fits the participant's contact in this process. What the session has proven must fit as well: a
 * code for the act alone opens no process that was sent elsewhere.
 */
export function proofFor(
  participant: Participant,
  proofs: readonly ContactProof[],
): ContactProof | undefined {
  const fitting = proofs.filter((proof) => isProvenBy(participant, [proof]));
  return fitting.some(({ method }) => method !== 'act-code') ? fitting[0] : undefined;
}
