import type { AnswerOf, BodyOf, Part, RemovedPart, Requirements, RestrictionsLifted } from '@lacre/contracts';
import { isEmptyText } from '@lacre/contracts/emptiness';
import { endOfDay } from '@lacre/contracts/end-of-day';
import { newDraft } from '@lacre/contracts/new-draft';
import { VALUE_FORMATS, valueFormatOf } from '@lacre/contracts/value-formats';

import type { Tag } from '@/entities/tag/queries.ts';
import { STEPS, type StepId } from '@/features/processes/wizard/steps.ts';
import { INVALID_DAY, isDay } from '@/lib/format/day.ts';

import { requestBody, requestFaults, type DraftRequest } from './at-request.ts';

/** A question that a document carries. */
export interface DraftSelection {
  question: string;
  options: string[];
  minimum: number;
  maximum: number;
  /** Who answers it; null for signers and representatives. */
  askedOf: string[] | null;
}

/** A template among the documents: its PDF comes once it is known who takes part. */
export interface DraftTemplate {
  templateId: string;
  kind: 'text' | 'pdf' | 'word';
  roleKeys: string[];
  /** What is typed into its placeholders, by their names; those that the template asks for come first. */
  values: { name: string; value: string }[];
  /** What it was filled with, when its PDF was made; another filling needs another PDF. */
  filledFor?: string;
}

/** A document that has been sent, or is made from a template; `proof` is what the process will present. */
export interface DraftDocument {
  uploadId: string;
  name: string;
  sizeBytes: number;
  pages: number;
  alreadySigned: boolean;
  normalised: boolean;
  /** It prints otherwise than it shows, and stays as it is. */
  printsOtherwise?: true | undefined;
  restrictionsLifted?: RestrictionsLifted | undefined;
  /** The signatures that the file came with. */
  signatures?: AnswerOf<'documentSignatures'>['items'] | undefined;
  /** What was taken out of the file on its way in. */
  removed?: RemovedPart[] | undefined;
  proof: string;
  /** When it arrived, by this device's clock, milliseconds since 1970; of a file, since the release that notes it. */
  sentAt?: number | undefined;
  /** The file's own name: one of a word processor becomes a PDF of another name. */
  chosenName: string;
  /** Its place among the files chosen, whichever arrives first. */
  order: number;
  selection?: DraftSelection | undefined;
  template?: DraftTemplate | undefined;
}

/** A place of the templates that are used, to be cast. */
export interface DraftRole {
  key: string;
  label: string;
  part: Part;
  requirements: Requirements;
  group: number;
  /** Who takes it signs at the request of a person who cannot. */
  atRequest?: true | undefined;
}

export interface DraftParticipant {
  personId: string;
  name: string;
  cpf: string;
  email: string;
  part: Part;
  /** What they must show when they sign. */
  requirements: Requirements;
  /** Place in the signing order, where there is one. */
  group: number;
  /** They sign at the request of a person who cannot. */
  atRequestOf?: DraftRequest | undefined;
  /** The templates' role that they take. */
  role?: string | undefined;
  /** Whose usual signatory they are, when they came with the company: they go with it as well. */
  usualOf?: string | undefined;
}

/** A person who is being registered to take part; each text as it stands in the form. */
export interface TypedPerson {
  name: string;
  cpf: string;
  email: string;
  cellphoneNumber: string;
  /** The templates' role that they are to take. */
  role?: string | undefined;
}

/** A process being put together. */
export interface Draft {
  /** The idempotency key of its creation. */
  intent: string;
  summary: string;
  /** The summary the files gave; until it is edited, it follows them. */
  suggested: string;
  documents: DraftDocument[];
  company: { companyId: string; companyName: string; cnpj: string } | null;
  /** Whether the account's only company was chosen for the user already: clearing it is theirs. */
  companyOffered: boolean;
  participants: DraftParticipant[];
  /** Who is being registered to take part, as far as it is typed. */
  typedPerson?: TypedPerson | undefined;
  /** The user signs alone: the company's usual signatories do not come with it. */
  alone?: true | undefined;
  /** How many signatories must sign; null when all of them must. */
  minimumSignatories: number | null;
  /** Those beyond the minimum may sign until the document is completed. */
  acceptsLateSignatures: boolean;
  /** A signer may hand the signature on to another person; absent from drafts of earlier releases. */
  allowsDelegation?: boolean | undefined;
  /** One process for all documents, or one for each. */
  type: 'single' | 'separate';
  roles: DraftRole[];
  /** Groups sign one after another. */
  ordered: boolean;
  /** Last day to sign, `2026-11-30`; empty without a deadline, and digits while it is being typed. */
  deadline: string;
  /** Days between reminders; null without them. */
  reminderDays: number | null;
  tags: Tag[];
  /** What is asked of those who are included next. */
  requirements: Requirements;
  /** The account's defaults were taken over: later changes are the user's choice. */
  defaulted: boolean;
}

export function emptyDraft(intent: string): Draft {
  return {
    ...newDraft(),
    intent,
    summary: '',
    company: null,
    companyOffered: false,
    tags: [],
    defaulted: false,
  };
}

/** A summary to start from: the name of the first document, without its extension. */
export function suggestedSummary(documents: readonly { name: string; order: number }[]): string {
  const [first] = documents.toSorted((one, other) => one.order - other.order);
  if (first === undefined) return '';
  return first.name
    .replace(/\.[^.]+$/, '')
    .replace(/[_-]+/g, ' ')
    .trim();
}

/** The summary that follows the files, unless it was edited. */
export function followingSummary(
  draft: Draft,
  files: readonly { name: string; order: number }[],
): Pick<Draft, 'summary' | 'suggested'> {
  const own = draft.summary !== '' && draft.summary !== draft.suggested;
  const suggested = suggestedSummary(files);
  return { summary: own ? draft.summary : suggested, suggested };
}

/** With the document in its place, whenever it arrived. */
export function withDocument(draft: Draft, document: DraftDocument): DraftDocument[] {
  return [...draft.documents, document].toSorted((one, other) => one.order - other.order);
}

/**
 * The draft's documents after the server refused one of them, whose stay there is over: so is that of every file sent
 * before it, which must be chosen again (`expired`). The templates' PDFs are made anew.
 * @param refused its index
 * @param newId for what is made anew
 */
export function afterExpiry(
  { documents }: Draft,
  refused: number,
  newId: () => string,
): { documents: DraftDocument[]; expired: DraftDocument[] } {
  const first = documents[refused];
  // Of templates nothing was sent.
  const since = first?.template === undefined ? (first?.sentAt ?? 0) : -1;
  const isOver = ({ template, sentAt = 0 }: DraftDocument, index: number) =>
    template !== undefined || index === refused || sentAt <= since;
  return {
    expired: documents.filter(
      (document, index) => document.template === undefined && isOver(document, index),
    ),
    documents: documents.flatMap((document, index) => {
      if (!isOver(document, index)) return [document];
      if (document.template === undefined) return [];
      const { filledFor: _made, ...template } = document.template;
      return [{ ...document, uploadId: newId(), proof: '', template }];
    }),
  };
}

/** With the document before or behind its neighbour: they change places, also among what has not arrived yet. */
export function withNeighboursSwapped(
  documents: readonly DraftDocument[],
  index: number,
  step: 1 | -1,
): DraftDocument[] {
  const moved = documents[index];
  const neighbour = documents[index + step];
  if (moved === undefined || neighbour === undefined) return [...documents];
  const next = [...documents];
  next[index + step] = { ...moved, order: neighbour.order };
  next[index] = { ...neighbour, order: moved.order };
  return next;
}

export function participantsOf(draft: Draft, part: Part): DraftParticipant[] {
  return draft.participants.filter((participant) => participant.part === part);
}

/** The minimum that holds: null (all) unless it is fewer than there are. */
export function effectiveMinimum(draft: Draft): number | null {
  const count = participantsOf(draft, 'signatory').length;
  const { minimumSignatories } = draft;
  return minimumSignatories === null || minimumSignatories >= count || minimumSignatories < 1
    ? null
    : minimumSignatories;
}

/** Open roles. */
export const openRoles = (draft: Draft): DraftRole[] =>
  draft.roles.filter(({ key }) => !draft.participants.some(({ role }) => role === key));

/**
 * Whether a value is needed before it is known which clauses its template takes in. Where these are decided, others may
 * stand in one that is left out: what is missing in the end is asked for when the document is made.
 */
export function isNeeded(name: string, values: DraftTemplate['values']): boolean {
  const decides = (one: string) => valueFormatOf(one) === 'simnao';
  return decides(name) || !values.some((one) => decides(one.name));
}

/** Placeholders to be typed, by template. */
const unfilled = ({ documents }: Draft): boolean =>
  documents.some(
    ({ template }) =>
      template?.values.some(({ name, value }) => isEmptyText(value) && isNeeded(name, template.values)) ===
      true,
  );

/** What is wrong with a typed value, when it is not of the format that its placeholder names. */
export function valueFault({ name, value }: { name: string; value: string }): string | undefined {
  const format = valueFormatOf(name);
  if (format === undefined || isEmptyText(value) || VALUE_FORMATS[format].isValid(value)) return undefined;
  return VALUE_FORMATS[format].whenInvalid;
}

const hasFaultyValues = ({ documents }: Draft): boolean =>
  documents.some(({ template }) => template?.values.some((one) => valueFault(one) !== undefined) === true);

const LACKS: Record<StepId, (draft: Draft) => string[]> = {
  documentos: (draft) => [
    ...(draft.documents.length === 0 ? ['Inclua ao menos um documento.'] : []),
    ...(isEmptyText(draft.summary) ? ['Informe o resumo do processo.'] : []),
    ...(unfilled(draft) ? ['Preencha os campos dos modelos.'] : []),
    ...(hasFaultyValues(draft) ? ['Corrija os campos dos modelos.'] : []),
  ],
  empresa: (draft) => (draft.company === null ? ['Escolha a empresa.'] : []),
  signatarios: (draft) => {
    const open = openRoles(draft).map(({ label }) => label);
    return [
      ...(draft.participants.some((participant) => participant.part !== 'attestant')
        ? []
        : ['Inclua ao menos um signatário ou representante.']),
      ...(draft.typedPerson === undefined
        ? []
        : ['Inclua ou descarte a pessoa que você começou a cadastrar.']),
      ...(open.length === 0 ? [] : [`Escolha quem é: ${open.join(', ')}.`]),
      ...requestFaults(draft),
      ...(deadlineFault(draft) === undefined ? [] : ['Confira o prazo: ele precisa ser hoje ou depois.']),
    ];
  },
  revisao: () => [],
  fim: () => [],
};

/** Whether the deadline chosen lies behind. */
export const deadlineIsPast = ({ deadline }: Draft, now: Date = new Date()): boolean =>
  isDay(deadline) && new Date(endOfDay(deadline)) <= now;

/** What is wrong with the deadline, if anything. */
export function deadlineFault(draft: Draft): string | undefined {
  if (draft.deadline !== '' && !isDay(draft.deadline)) return INVALID_DAY;
  return deadlineIsPast(draft) ? 'Escolha hoje ou um dia depois' : undefined;
}

/** What a step still lacks, in words; empty when it is done. */
export function missingIn(draft: Draft, step: StepId): string[] {
  return LACKS[step](draft);
}

/** The furthest step that may be shown: the first that lacks something, at most the review. */
export function reachableStep(draft: Draft, wanted: StepId): StepId {
  for (const step of STEPS) {
    if (step.id === wanted || missingIn(draft, step.id).length > 0) return step.id;
  }
  return wanted;
}

/** Who answers a document's question: of those asked, the ones who still take part. */
function selectionBody(draft: Draft, { askedOf, ...selection }: DraftSelection) {
  const taking = new Set(draft.participants.map(({ personId }) => personId));
  const asked = askedOf?.filter((personId) => taking.has(personId)) ?? [];
  return { ...selection, ...(asked.length === 0 ? {} : { askedOf: asked }) };
}

/** How many processes are made of it. */
export const processesOf = ({ type, documents }: Draft): number =>
  type === 'separate' ? documents.length : 1;

/** What is sent to create the process. */
export function processBody(draft: Draft): BodyOf<'createProcess'> {
  const minimum = effectiveMinimum(draft);
  return {
    summary: draft.summary.trim(),
    companyId: draft.company?.companyId ?? '',
    type: draft.documents.length > 1 ? draft.type : 'single',
    documents: draft.documents.map(({ proof, selection }) => ({
      proof,
      ...(selection === undefined ? {} : { selection: selectionBody(draft, selection) }),
    })),
    participants: draft.participants.map(({ personId, part, requirements, group, atRequestOf }) => ({
      personId,
      part,
      requirements,
      ...(draft.ordered ? { group } : {}),
      ...requestBody(atRequestOf),
    })),
    ...(minimum === null
      ? {}
      : {
          minimumSignatories: minimum,
          ...(draft.acceptsLateSignatures ? { acceptsLateSignatures: true } : {}),
        }),
    ...(draft.allowsDelegation === true ? { allowsDelegation: true } : {}),
    // Said in any case: what is left out would be as the account's settings say.
    deadline: draft.deadline === '' ? null : endOfDay(draft.deadline),
    reminders: draft.reminderDays === null ? null : { everyDays: draft.reminderDays },
    ...(draft.tags.length === 0 ? {} : { tagIds: draft.tags.map(({ tagId }) => tagId) }),
  };
}
