import type { Requirements } from '@lacre/contracts';

import type { Request } from '@/entities/process/request-words.ts';

import { effectiveMinimum, openRoles, participantsOf, type Draft } from './draft.ts';
import { listed } from './order.ts';

/** Someone who must show something, or a template's place for them. */
export interface Asked {
  /** The person's id, or the role's key: a key has no hyphens. */
  key: string;
  name: string;
  requirements: Requirements;
}

/** Everyone of the draft, as they are listed, and then the places that no one has taken. */
export const askedOf = (draft: Draft): Asked[] => [
  ...listed(draft).map(({ personId, name, requirements }) => ({ key: personId, name, requirements })),
  ...openRoles(draft).map(({ key, label, requirements }) => ({ key, name: label, requirements })),
];

/** With other requirements of one of them, or of everyone, those who are included later among them. */
export function withRequirements(
  draft: Draft,
  of: string | undefined,
  change: (requirements: Requirements) => Requirements,
): Pick<Draft, 'participants' | 'roles' | 'requirements'> {
  const changed = <One extends { requirements: Requirements }>(one: One, key: string): One =>
    of === undefined || of === key ? { ...one, requirements: change(one.requirements) } : one;
  return {
    participants: draft.participants.map((one) => changed(one, one.personId)),
    roles: draft.roles.map((one) => changed(one, one.key)),
    requirements: of === undefined ? change(draft.requirements) : draft.requirements,
  };
}

/** What the draft asks of them, as its sentence says it. */
export function requestOf(draft: Draft): Request {
  const asked = askedOf(draft);
  return {
    asked: asked.length === 0 ? [{ name: '', requirements: draft.requirements }] : asked,
    ordered: draft.participants.length > 1 ? draft.ordered : undefined,
    signatories: participantsOf(draft, 'signatory').length,
    minimum: effectiveMinimum(draft),
    acceptsLateSignatures: draft.acceptsLateSignatures,
    terms: {
      deadline: draft.deadline,
      reminderDays: draft.reminderDays,
      allowsDelegation: draft.allowsDelegation === true,
    },
  };
}
