import type { Template } from '@/entities/template/queries.ts';

import type { DraftRequest } from './at-request.ts';
import { openRoles, type Draft, type DraftDocument, type DraftParticipant, type DraftRole } from './draft.ts';
import { nextGroup } from './order.ts';

/** What a template is known by among the documents; each stands there once. */
export const templateDocumentId = (templateId: string): string => `template:${templateId}`;

/** A template as a document of the draft, behind those that are there. */
function templateDocument(template: Template, order: number): DraftDocument {
  const { templateId, content } = template;
  const name = content.kind !== 'text' ? content.name : `${template.name}.pdf`;
  return {
    uploadId: templateDocumentId(templateId),
    name,
    chosenName: name,
    order,
    pages: content.kind === 'pdf' ? content.pages : 0,
    sizeBytes: content.kind === 'pdf' ? content.sizeBytes : 0,
    alreadySigned: content.kind === 'pdf' && content.alreadySigned,
    normalised: false,
    proof: '',
    template: {
      templateId,
      kind: content.kind,
      roleKeys: template.roles.map(({ key }) => key),
      values: template.values.map((value) => ({ name: value, value: '' })),
    },
  };
}

/** Keys of roles that sign at the request of a person who cannot. */
const keysAtRequest = (roles: readonly { key: string; atRequest?: boolean | undefined }[]): Set<string> =>
  new Set(roles.filter(({ atRequest }) => atRequest === true).map(({ key }) => key));

/** With the roles that are not there yet: two templates' roles of one key are one place. */
function mergedRoles(roles: readonly DraftRole[], template: Template): DraftRole[] {
  const known = new Set(roles.map(({ key }) => key));
  const added = template.roles.filter(({ key }) => !known.has(key));
  const asking = keysAtRequest(template.roles);
  return [
    ...roles.map((role): DraftRole => {
      const { key, label, part, requirements, group } = role;
      return asking.has(key) ? { key, label, part, requirements, group, atRequest: true } : role;
    }),
    ...added.map(({ key, label, part, requirements, group, atRequest }) => ({
      key,
      label,
      part,
      requirements,
      group: group ?? 1,
      atRequest,
    })),
  ];
}

/** The draft with these templates used, in their order. A template that is there already is not used twice. */
export function withTemplates(draft: Draft, templates: readonly Template[]): Partial<Draft> {
  const last = Math.max(0, ...draft.documents.map(({ order }) => order));
  const fresh = templates.filter(
    ({ templateId }) => !draft.documents.some(({ uploadId }) => uploadId === templateDocumentId(templateId)),
  );
  const roles = fresh.reduce(mergedRoles, draft.roles);
  const asking = keysAtRequest(roles);
  const tagged = new Set(draft.tags.map(({ tagId }) => tagId));
  const [first] = fresh;
  return {
    documents: [
      ...draft.documents,
      ...fresh.map((template, index) => templateDocument(template, last + 1 + index)),
    ],
    roles,
    participants: draft.participants.map((one) =>
      one.role !== undefined && asking.has(one.role) && one.atRequestOf === undefined
        ? Object.assign({}, one, { atRequestOf: NOBODY_YET })
        : one,
    ),
    ordered: draft.ordered || roles.some(({ group }) => group !== 1),
    tags: [
      ...draft.tags,
      ...fresh.flatMap(({ tags }) => tags).filter(({ tagId }) => !tagged.has(tagId) && tagged.add(tagId)),
    ],
    minimumSignatories: draft.minimumSignatories ?? first?.minimumSignatories ?? null,
    acceptsLateSignatures:
      draft.acceptsLateSignatures ||
      (draft.minimumSignatories === null && first?.acceptsLateSignatures === true),
    ...(draft.summary === '' && first !== undefined ? { summary: first.name, suggested: first.name } : {}),
  };
}

/** Without the document; a role that no other template has goes with it, and its participant takes part freely. */
export function withoutDocument(
  draft: Draft,
  uploadId: string,
): Pick<Draft, 'documents' | 'roles' | 'participants'> {
  const documents = draft.documents.filter((document) => document.uploadId !== uploadId);
  const needed = new Set(documents.flatMap(({ template }) => template?.roleKeys ?? []));
  return {
    documents,
    roles: draft.roles.filter(({ key }) => needed.has(key)),
    participants: draft.participants.map((participant) =>
      participant.role === undefined || needed.has(participant.role)
        ? participant
        : { ...participant, role: undefined },
    ),
  };
}

/** Of who signs at another's request, before it is said of whom and why. */
const NOBODY_YET: DraftRequest = { person: null, impediment: null };

/** What a draft has of a person of the register. */
export type Known = Pick<DraftParticipant, 'personId' | 'name' | 'cpf' | 'email'>;

/** With the person in the role; replaces its former person, and the person's former part. */
export function withRoleTaken(draft: Draft, key: string, person: Known): DraftParticipant[] {
  const role = draft.roles.find((one) => one.key === key);
  if (role === undefined) return draft.participants;
  const { part, requirements, group, atRequest } = role;
  return [
    ...draft.participants.filter(
      ({ personId, role: taken }) => personId !== person.personId && taken !== key,
    ),
    {
      personId: person.personId,
      name: person.name,
      cpf: person.cpf,
      email: person.email,
      part,
      requirements,
      group,
      role: key,
      ...(atRequest === true ? { atRequestOf: NOBODY_YET } : {}),
    },
  ];
}

/** A member of a group; with null, the person in whose name they sign has been removed. */
type Member = Known & { atRequestOf?: DraftRequest['person'] | undefined };

/** Members of a group who do not take part yet, with the part that the group has. Why someone cannot sign is asked. */
export function withPeople(
  draft: Draft,
  part: DraftParticipant['part'],
  people: readonly Member[],
): DraftParticipant[] {
  const taking = new Set(draft.participants.map(({ personId }) => personId));
  const group = nextGroup(draft);
  return [
    ...draft.participants,
    ...people
      .filter(({ personId }) => !taking.has(personId))
      .map(({ personId, name, cpf, email, atRequestOf }, index) => ({
        personId,
        name,
        cpf,
        email,
        part,
        requirements: draft.requirements,
        group: draft.ordered ? group + index : group,
        atRequestOf: atRequestOf === undefined ? undefined : { person: atRequestOf, impediment: null },
      })),
  ];
}

/**
 * The draft with the person whom its form was about, now registered: in the role they were meant for while it is open,
 * else as a signer.
 */
export function withTypedPerson(draft: Draft, person: Known): Partial<Draft> {
  const role = openRoles(draft).find(({ key }) => key === draft.typedPerson?.role);
  return {
    typedPerson: undefined,
    participants:
      role === undefined ? withPeople(draft, 'signer', [person]) : withRoleTaken(draft, role.key, person),
  };
}

/**
 * Without those who came with another company than this one. Participants included by hand stay: that was said of
 * the process, and not of the company.
 */
export const withoutOtherCompanies = (draft: Draft, companyId: string): DraftParticipant[] =>
  draft.participants.filter(({ usualOf }) => usualOf === undefined || usualOf === companyId);

/**
 * The company's usual signatories, in the open roles, and freely where there are none; they take
 * the place of those who came with the company before.
 */
export function withSignatories(
  draft: Draft,
  companyId: string,
  people: readonly Known[],
): DraftParticipant[] {
  // A template that says who represents the company needs no other.
  const templated = draft.roles.some(({ part }) => part === 'signatory');
  const others = withoutOtherCompanies(draft, companyId);
  if (draft.alone === true) return others;
  const there = new Set(others.map(({ personId }) => personId));
  const all = people.reduce((participants, person) => {
    const current: Draft = { ...draft, participants };
    if (participants.some(({ personId }) => personId === person.personId)) return participants;
    const role = openRoles(current).find(({ part }) => part === 'signatory');
    if (role !== undefined) return withRoleTaken(current, role.key, person);
    return templated ? participants : withPeople(current, 'signatory', [person]);
  }, others);
  const came = (one: DraftParticipant): DraftParticipant => ({ ...one, usualOf: companyId });
  return all.map((one) => (there.has(one.personId) ? one : came(one)));
}

const idOf = ({ personId }: { personId: string }) => ({ personId });

/** What a template's PDF is made of: another answer means another PDF. */
export function fillingOf(draft: Draft, document: DraftDocument) {
  const { template } = document;
  const roleKeys = template?.roleKeys ?? [];
  const participants = draft.participants.flatMap(({ role, personId, atRequestOf }) =>
    role !== undefined && roleKeys.includes(role)
      ? [
          {
            role,
            personId,
            ...(atRequestOf?.person == null ? {} : { atRequestOf: idOf(atRequestOf.person) }),
          },
        ]
      : [],
  );
  const typed = template?.values.filter(({ value }) => value.trim() !== '') ?? [];
  const body = {
    companyId: draft.company?.companyId ?? '',
    participants,
    values: Object.fromEntries(typed.map(({ name, value }) => [name, value.trim()])),
  };
  return { body, key: JSON.stringify(body) };
}

/** Templates whose PDF is still to be made, or was made of something else. */
export const unfilledDocuments = (draft: Draft): DraftDocument[] =>
  draft.documents.filter(
    (document) =>
      document.template !== undefined && document.template.filledFor !== fillingOf(draft, document).key,
  );
