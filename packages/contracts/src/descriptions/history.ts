/** What a line of the history can be about, by the field that names it, in the order of a line. */
const OBJECT_FIELDS = {
  personId: 'person',
  userId: 'user',
  companyId: 'company',
  templateId: 'template',
  envelopeId: 'envelope',
  signerGroupId: 'signer-group',
  tagId: 'tag',
  tokenId: 'token',
  totemId: 'totem',
  processId: 'process',
  documentId: 'document',
} as const;
export type HistoryObjectKind = (typeof OBJECT_FIELDS)[keyof typeof OBJECT_FIELDS];
export const HISTORY_OBJECT_KINDS = Object.values(OBJECT_FIELDS) as [
  HistoryObjectKind,
  ...HistoryObjectKind[],
];

export interface HistoryObject {
  kind: HistoryObjectKind;
  id: string;
}

/** Parts of an event that name one more person, company or user. */
const NESTED = ['replaced', 'participant', 'company', 'requestedBy'] as const;

/** More people than this are a number, not names. */
const MOST_PEOPLE = 10;

/** Whom and what an event is about, without the tenant: people first, its process and document last. */
export function historyObjectsOf(data: Readonly<Record<string, unknown>>): HistoryObject[] {
  const parts = [data, ...NESTED.map((name) => data[name])].filter(
    (part): part is Readonly<Record<string, unknown>> => typeof part === 'object' && part !== null,
  );
  const people: unknown[] = Array.isArray(data['personIds']) ? data['personIds'].slice(0, MOST_PEOPLE) : [];
  const named = Object.entries(OBJECT_FIELDS).flatMap(([field, kind]) =>
    parts
      .map((part) => part[field])
      .concat(kind === 'person' ? people : [])
      .map((id) => ({ kind, id })),
  );
  const ids = named.filter((one): one is HistoryObject => typeof one.id === 'string');
  return ids.filter(({ id }, index) => ids.findIndex((other) => other.id === id) === index);
}

/** Whom or what the event changes, of what it is about; a process and its documents have places of their own. */
export const historySubjectOf = (data: Readonly<Record<string, unknown>>): string | undefined =>
  historyObjectsOf(data).find(({ kind }) => kind !== 'process' && kind !== 'document')?.id;
