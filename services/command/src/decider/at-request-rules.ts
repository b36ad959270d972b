import { WITNESSES_AT_REQUEST, type Part } from '@lacre/contracts';

import { reject, type Rejection } from './decision.ts';

/** Rules of signing at a person's request, alike for processes, templates and groups of signers. */

interface Identified {
  personId: string;
  /** Undefined where people are known by their ids alone. */
  cpf?: string | undefined;
}

interface Taking extends Identified {
  atRequestOf?: Identified | undefined;
}

const isSame = (one: Identified, other: Identified): boolean =>
  one.personId === other.personId || (one.cpf !== undefined && one.cpf === other.cpf);

/** Whether one of them is this person, under any registration of their CPF. */
export const takesPart = (people: readonly Identified[], person: Identified): boolean =>
  people.some((one) => isSame(one, person));

/** Of a person in whose name another signs, who would sign or witness besides. */
export const TAKES_PART = reject(
  'AT_REQUEST_NOT_ALLOWED',
  'Quem pede que assinem em seu nome não assina nem é testemunha no mesmo processo.',
);

interface PartTaken {
  part: Part;
  /** They sign at another's request. */
  signsForAnother: boolean;
}

export const witnessesSignForNoOne = (parts: readonly PartTaken[]): Rejection | undefined =>
  parts.some(({ part, signsForAnother }) => part === 'attestant' && signsForAnother)
    ? reject('AT_REQUEST_NOT_ALLOWED', 'Uma testemunha não assina a rogo: quem assina é outra pessoa.')
    : undefined;

/** Código Civil, art. 595: two witnesses subscribe what is signed at another's request. */
const requestsAreWitnessed = (parts: readonly PartTaken[]): Rejection | undefined =>
  parts.every(({ signsForAnother }) => !signsForAnother) ||
  parts.filter(({ part }) => part === 'attestant').length >= WITNESSES_AT_REQUEST
    ? undefined
    : reject('AT_REQUEST_WITNESSES_MISSING');

/** What the parts of everyone who is to take part say against it. */
export const objectionToRequests = (parts: readonly PartTaken[]): Rejection | undefined =>
  requestsAreWitnessed(parts) ?? witnessesSignForNoOne(parts);

/** Who cannot sign has no part of their own, and one person signs for them. */
export function requestingPeopleTakeNoPart(participants: readonly Taking[]): Rejection | undefined {
  const requesting = participants.flatMap(({ atRequestOf }) => atRequestOf ?? []);
  if (requesting.some((one) => takesPart(participants, one))) return TAKES_PART;
  return requesting.some((one, index) => takesPart(requesting.slice(0, index), one))
    ? reject('AT_REQUEST_NOT_ALLOWED', 'Por quem não pode assinar, assina a rogo uma só pessoa.')
    : undefined;
}
