import { reaches } from '@lacre/access';
import {
  meaningOf,
  peopleKeysOf,
  placeholderName,
  placeholdersOf,
  takersOf,
  templateBlocks,
  VALUE_FORMATS,
  valueFormatOf,
  type TemplateRole,
  type TextBlock,
  type TextPiece,
  type TextRun,
  type ValueFormat,
} from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import { Refusal, type Call, type FieldError } from '@lacre/http';
import type { ProofClaims } from '@lacre/proofs';

import { dateInWords } from '../evidence/wording.ts';
import { COMPANY_TEXTS, PERSON_TEXTS } from './placeholder-values.ts';
import {
  readCompanyRecord,
  readPersonRecord,
  readTemplateRecord,
  readTenantName,
  type CompanyRecord,
  type PersonRecord,
} from './read-records.ts';
import { answersIn, shownContent, type FillableContent, type ShowingParts } from './shown-content.ts';
import type { TextDocument } from './text-document.ts';
import type { WordFilling } from './word/fill-word.ts';

type FillCall = Pick<Call<'fillTemplate'>, 'principal' | 'params' | 'body'>;

/** Longest filled text, characters: some 150 pages. */
export const MAX_FILLED = 400_000;

/** What is known of a use, or of one that is still being prepared. */
export interface Sources {
  company: CompanyRecord | undefined;
  /** By the key of the role they take, or of who asks that another sign. */
  people: ReadonlyMap<string, PersonRecord>;
  tenantName: string;
  now: string;
  /** What was typed, by placeholder. */
  values: ReadonlyMap<string, string>;
}

/** A text ready to be drawn, or a Word document with what fills it, by placeholder. */
export type FilledContent =
  | { kind: 'text'; document: TextDocument }
  | { kind: 'word'; name: string; source: Buffer; filling: WordFilling };

interface FilledTemplate {
  content: FilledContent;
  /** For the proof, which is refused for another template, company or person. */
  filledFrom: NonNullable<ProofClaims<'upload'>['filledFrom']>;
}

export interface FillingParts extends ShowingParts {
  log: DomainLog;
  now: () => Date;
}

/** A template's text or Word document, and what fills it. @throws Refusal */
export async function filledTemplate(
  signer: FillingParts,
  { principal, params, body }: FillCall,
): Promise<FilledTemplate> {
  const { log, now } = signer;
  const { tenantId } = principal;
  const template = await readTemplateRecord(log, tenantId, params.templateId);
  if (template === undefined) throw new Refusal('TEMPLATE_NOT_FOUND');
  const { content, fields } = template;
  if (content.kind === 'pdf') throw new Error('a stored PDF has nothing to fill');
  const company = reaches(principal.companies, body.companyId)
    ? await readCompanyRecord(log, tenantId, body.companyId)
    : undefined;
  if (company === undefined) throw new Refusal('COMPANY_NOT_FOUND');
  const values = typedValues(body.values, placeholdersOf(content));
  const people = await takers(signer, tenantId, fields.roles, body.participants, company);
  const tenantName = await readTenantName(log, tenantId);
  const sources: Sources = { company, people, tenantName, now: now().toISOString(), values };
  const filled = await filledContent(signer, content, fields.roles, sources);
  if (filled.missing.length > 0)
    throw new Refusal('CLASS_VALIDATION_ERROR', {
      fieldErrors: filled.missing.map((placeholder) => ({
        field: `values.${placeholder}`,
        message: `Informe: ${placeholder}`,
      })),
    });
  if (filled.dangling.length > 0) throw refersToLeftOut(filled.dangling);
  const named = peopleNamed(filled.placeholders, fields.roles, sources);
  return {
    content: filled.content,
    filledFrom: { templateId: params.templateId, companyId: body.companyId, people: named },
  };
}

const refersToLeftOut = (references: readonly string[]): Refusal =>
  new Refusal('CLASS_VALIDATION_ERROR', {
    detail: `O texto fala de uma cláusula que ficou de fora: ${references.map((name) => `{{${name}}}`).join(', ')}. Inclua a cláusula, ou ponha no modelo a referência dentro dela.`,
  });

/**
 * What a text or Word document makes of what is known.
 *
 * @returns also what nothing fills, which stays as it is written, and references to clauses that are left out
 * @throws Refusal when it is too long
 */
export async function filledContent(
  signer: ShowingParts,
  content: FillableContent,
  roles: readonly TemplateRole[],
  sources: Sources,
): Promise<{
  content: FilledContent;
  placeholders: readonly string[];
  missing: string[];
  dangling: string[];
}> {
  const { shown, undecided, dangling } = await shownContent(signer, content, sources.values);
  const { placeholders } = shown;
  const { texts, missing } = filledTexts([...new Set([...undecided, ...placeholders])], roles, sources);
  return {
    content:
      shown.kind === 'text'
        ? { kind: 'text', document: textDocument(shown, texts, sources.now) }
        : {
            kind: 'word',
            name: shown.name,
            source: shown.source,
            filling: { texts: Object.fromEntries(texts), answers: answersIn(sources.values) },
          },
    placeholders,
    missing,
    dangling,
  };
}

/** @throws Refusal when it is too long */
function textDocument(
  content: { title: string; text: string },
  texts: ReadonlyMap<string, string>,
  createdAt: string,
): TextDocument {
  const filled = (pieces: readonly TextPiece[]): TextRun[] =>
    pieces.map((piece) => filledPiece(piece, texts));
  const blocks = templateBlocks(content.text).map((block) => filledBlock(block, filled));
  const document = { title: plainTitle(content.title, texts), blocks, createdAt };
  assertNotTooLong(document);
  return document;
}

function filledBlock(
  block: TextBlock,
  filled: (pieces: readonly TextPiece[]) => TextRun[],
): TextDocument['blocks'][number] {
  if (block.kind !== 'table') return { kind: block.kind, label: block.label, runs: filled(block.pieces) };
  return {
    ...block,
    header: block.header.map(filled),
    rows: block.rows.map((cells) => cells.map(filled)),
  };
}

/** What is no field stays as it is written: a reference to a clause that is left out, where that is not refused. */
const textFor = (placeholder: string, texts: ReadonlyMap<string, string>): string =>
  texts.get(placeholder) ?? `{{${placeholder}}}`;

function filledPiece(piece: TextPiece, texts: ReadonlyMap<string, string>): TextRun {
  if ('text' in piece) return piece;
  const { placeholder, ...emphasis } = piece;
  return { text: textFor(placeholder, texts), ...emphasis };
}

/** Whose data fills a placeholder, by their key: typed values have no subject. */
function peopleNamed(
  placeholders: readonly string[],
  roles: readonly TemplateRole[],
  { people, values }: Sources,
): Record<string, string> {
  const keys = peopleKeysOf(roles);
  const named = new Map<string, string>();
  for (const placeholder of placeholders) {
    const meaning = meaningOf(placeholder, keys);
    if (meaning?.of !== 'person' || values.has(placeholder)) continue;
    const person = people.get(meaning.key);
    if (person !== undefined) named.set(meaning.key, person.personId);
  }
  return Object.fromEntries(named);
}

/**
 * By the names that placeholders have, written as their format has it; blank ones were not typed.
 * @throws Refusal for one that fills nothing, comes twice, or is not of its format
 */
export function typedValues(
  given: Readonly<Record<string, string>>,
  placeholders: readonly string[],
): Map<string, string> {
  const values = new Map<string, string>();
  const wrong: FieldError[] = [];
  const seen = new Set<string>();
  for (const [written, value] of Object.entries(given)) {
    const name = placeholderName(written);
    if (!placeholders.includes(name))
      wrong.push({ field: `values.${written}`, message: 'Este campo não existe no modelo' });
    else if (seen.has(name))
      wrong.push({ field: `values.${written}`, message: 'Este campo vem mais de uma vez' });
    else if (value.trim() !== '') {
      const { format, isValid, whenInvalid } = formatOf(name);
      if (isValid(value.trim())) values.set(name, format(value.trim()));
      else wrong.push({ field: `values.${written}`, message: whenInvalid });
    }
    seen.add(name);
  }
  if (wrong.length > 0) throw new Refusal('CLASS_VALIDATION_ERROR', { fieldErrors: wrong });
  return values;
}

const ANY_TEXT: Omit<ValueFormat, 'label'> = {
  isValid: () => true,
  format: (text) => text,
  whenInvalid: '',
};

function formatOf(placeholder: string): Omit<ValueFormat, 'label'> {
  const name = valueFormatOf(placeholder);
  return name === undefined ? ANY_TEXT : VALUE_FORMATS[name];
}

/** Who is named for roles, and in whose name each signs, if in another's. @throws Refusal PERSON_NOT_FOUND */
export async function takers(
  { log }: { log: DomainLog },
  tenantId: string,
  roles: readonly TemplateRole[],
  casting: FillCall['body']['participants'],
  company: CompanyRecord | undefined,
): Promise<Map<string, PersonRecord>> {
  const people = new Map<string, PersonRecord>();
  for (const [key, personId] of takersOf(roles, casting, company?.fields.defaultSignatoryIds)) {
    if (personId === undefined) continue;
    const found = await readPersonRecord(log, tenantId, personId);
    if (found === undefined)
      throw new Refusal('PERSON_NOT_FOUND', {
        fieldErrors: [{ field: `participants.${key}`, message: 'Pessoa não encontrada' }],
      });
    people.set(key, found);
  }
  return people;
}

/** The text of every placeholder: of those that nothing fills, as they are written. */
function filledTexts(
  placeholders: readonly string[],
  roles: readonly TemplateRole[],
  sources: Sources,
): { texts: Map<string, string>; missing: string[] } {
  const keys = peopleKeysOf(roles);
  const texts = new Map<string, string>();
  const missing: string[] = [];
  for (const placeholder of placeholders) {
    const text = sources.values.get(placeholder) ?? textOf(placeholder, keys, sources) ?? '';
    if (text === '') missing.push(placeholder);
    texts.set(placeholder, text === '' ? `{{${placeholder}}}` : text);
  }
  return { texts, missing };
}

function textOf(placeholder: string, keys: readonly string[], sources: Sources): string | undefined {
  const meaning = meaningOf(placeholder, keys);
  switch (meaning?.of) {
    case 'company':
      return sources.company && COMPANY_TEXTS[meaning.what](sources.company);
    case 'person': {
      const person = sources.people.get(meaning.key);
      return person && PERSON_TEXTS[meaning.what](person);
    }
    case 'tenant':
      return sources.tenantName;
    case 'date':
      return dateInWords(sources.now);
    case 'value':
    case undefined:
      return undefined;
  }
}

/** A title is one line without markup. */
const plainTitle = (title: string, texts: ReadonlyMap<string, string>): string =>
  title
    .replaceAll(/\{\{([^{}]*)\}\}/g, (_, written: string) => textFor(placeholderName(written), texts))
    .replaceAll(/\s+/g, ' ')
    .trim();

function assertNotTooLong({ blocks }: TextDocument): void {
  let length = 0;
  for (const block of blocks)
    for (const runs of block.kind === 'table' ? [...block.header, ...block.rows.flat()] : [block.runs])
      for (const { text } of runs) length += text.length;
  if (length > MAX_FILLED) throw tooLong();
}

/** What fills a template makes a document of more than {@link MAX_FILLED} characters. */
export const tooLong = (): Refusal =>
  new Refusal('CLASS_VALIDATION_ERROR', {
    detail: 'O texto preenchido passa do tamanho que um documento pode ter. Encurte os valores.',
  });
