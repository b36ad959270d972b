import type { BodyOf, Part, Requirements } from '@lacre/contracts';
import { WITNESSES_AT_REQUEST } from '@lacre/contracts/at-request';
import { RESERVED_KEYS } from '@lacre/contracts/template-text';

import type { Request } from '@/entities/process/request-words.ts';
import type { Tag } from '@/entities/tag/queries.ts';
import type { Template } from '@/entities/template/queries.ts';
import { randomId } from '@/lib/browser/random-id.ts';

/** A role of a template. */
export interface RoleDraft {
  /** In this form alone. */
  id: string;
  /** What it goes by in placeholders; it stays when the label changes, so that texts keep speaking of it. */
  key: string;
  label: string;
  part: Part;
  requirements: Requirements;
  /** Place in the signing order. */
  group: number;
  /** Who takes it unless another is named. */
  personId: string | null;
  /** Who takes it signs at the request of a person who cannot, whom each use names. */
  atRequest: boolean;
}

/** A file that was sent, or is kept already (then without a proof). */
export interface TemplateFile {
  name: string;
  pages: number;
  sizeBytes: number;
  uploadId?: string;
  proof?: string;
}

/** A Word document with placeholders. */
export interface TemplateWord extends TemplateFile {
  placeholders: readonly string[];
}

export interface TemplateFormValues {
  name: string;
  description: string;
  tags: Tag[];
  kind: Template['content']['kind'];
  title: string;
  text: string;
  pdf: TemplateFile | null;
  word: TemplateWord | null;
  roles: RoleDraft[];
  /** How many representatives must sign; null when all of them. */
  minimumSignatories: number | null;
  /** Those beyond the minimum may sign until the document is completed. */
  acceptsLateSignatures: boolean;
}

/** The form of a template that exists, or of a new one. */
export function templateFormValues(template?: Template): TemplateFormValues {
  const content = template?.content;
  return {
    name: template?.name ?? '',
    description: template?.description ?? '',
    tags: template?.tags ?? [],
    kind: content?.kind ?? 'text',
    title: content?.kind === 'text' ? content.title : '',
    text: content?.kind === 'text' ? content.text : '',
    pdf:
      content?.kind === 'pdf'
        ? { name: content.name, pages: content.pages, sizeBytes: content.sizeBytes }
        : null,
    word:
      content?.kind === 'word'
        ? {
            name: content.name,
            pages: content.pages,
            sizeBytes: content.sizeBytes,
            placeholders: content.placeholders,
          }
        : null,
    roles:
      template?.roles.map((role) => ({
        id: role.key,
        key: role.key,
        label: role.label,
        part: role.part,
        requirements: role.requirements,
        group: role.group ?? 1,
        personId: role.personId ?? null,
        atRequest: role.atRequest ?? false,
      })) ?? [],
    minimumSignatories: template?.minimumSignatories ?? null,
    acceptsLateSignatures: template?.acceptsLateSignatures ?? false,
  };
}

/** Of a label, what it may go by in placeholders: `Contratada (matriz)` → `contratada_matriz`; another when taken. */
export function roleKeyFor(label: string, taken: readonly string[]): string {
  const plain = label
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\da-z]+/g, '_')
    .replaceAll(/^[\d_]+|_+$/g, '')
    .slice(0, 36);
  const base = plain === '' ? 'participante' : plain;
  const isFree = (key: string) => !taken.includes(key) && !(RESERVED_KEYS as readonly string[]).includes(key);
  if (isFree(base)) return base;
  for (let number = 2; ; number++) if (isFree(`${base}_${number}`)) return `${base}_${number}`;
}

/** A place of a template, for a new participant. */
export const newRole = (key: string, label = '', part: Part = 'signer'): RoleDraft => ({
  id: randomId(),
  key,
  label,
  part,
  requirements: { location: false },
  group: 1,
  personId: null,
  atRequest: false,
});

/** A key that came by itself. Texts may speak of a role by any other already. */
const OWN_KEY = /^participante(?:_\d+)?$/;

/** Has the key of a role follow its name, as long as it came by itself. */
export function keyedByName(roles: readonly RoleDraft[], id: string): RoleDraft[] {
  return roles.map((role) => {
    if (role.id !== id || role.label.trim() === '' || !OWN_KEY.test(role.key)) return role;
    const taken = roles.flatMap((other) => (other.id === id ? [] : [other.key]));
    return { ...role, key: roleKeyFor(role.label, taken) };
  });
}

/** How many witnesses lack beside who signs at another's request. */
export const lackingWitnesses = (roles: readonly RoleDraft[]): number =>
  roles.some(({ atRequest }) => atRequest)
    ? Math.max(0, WITNESSES_AT_REQUEST - roles.filter(({ part }) => part === 'attestant').length)
    : 0;

/** With as many witnesses as lack. */
export function withWitnesses(roles: readonly RoleDraft[]): RoleDraft[] {
  const all = [...roles];
  const last = Math.max(...roles.map(({ group }) => group));
  for (let lacking = lackingWitnesses(roles); lacking > 0; lacking -= 1) {
    const number = all.filter(({ part }) => part === 'attestant').length + 1;
    const label = `Testemunha ${number}`;
    const key = roleKeyFor(
      label,
      all.map((role) => role.key),
    );
    all.push({ ...newRole(key, label, 'attestant'), group: last });
  }
  return all;
}

/** The minimum that holds: null (all) unless it is fewer than there are. */
function effectiveRoleMinimum({
  roles,
  minimumSignatories,
}: Pick<TemplateFormValues, 'roles' | 'minimumSignatories'>): number | null {
  const count = roles.filter(({ part }) => part === 'signatory').length;
  return minimumSignatories !== null && minimumSignatories >= 1 && minimumSignatories < count
    ? minimumSignatories
    : null;
}

/** What the template asks of those who take its places, as its sentence says it. */
export function requestOf(
  values: Pick<TemplateFormValues, 'roles' | 'minimumSignatories' | 'acceptsLateSignatures'>,
): Request {
  const { roles, acceptsLateSignatures } = values;
  return {
    asked: roles.map(({ label, requirements }) => ({ name: label, requirements })),
    ordered: roles.length > 1 ? isOrdered(roles) : undefined,
    signatories: roles.filter(({ part }) => part === 'signatory').length,
    minimum: effectiveRoleMinimum(values),
    acceptsLateSignatures,
    terms: undefined,
  };
}

const isOrdered = (roles: readonly RoleDraft[]): boolean => roles.some(({ group }) => group !== 1);

type Fields = Omit<BodyOf<'createTemplate'>, 'content'>;

const fieldsOf = (values: TemplateFormValues): Fields => {
  const description = values.description.trim();
  const minimum = effectiveRoleMinimum(values);
  const ordered = isOrdered(values.roles);
  return {
    name: values.name.trim(),
    ...(description === '' ? {} : { description }),
    tagIds: values.tags.map(({ tagId }) => tagId),
    roles: values.roles.map(({ key, label, part, requirements, group, personId, atRequest }) => ({
      key,
      label: label.trim(),
      part,
      requirements,
      ...(ordered ? { group } : {}),
      ...(personId === null ? {} : { personId }),
      ...(atRequest ? { atRequest } : {}),
    })),
    ...(minimum === null
      ? {}
      : {
          minimumSignatories: minimum,
          ...(values.acceptsLateSignatures ? { acceptsLateSignatures: true } : {}),
        }),
  };
};

/** What is sent; a file that is kept already stays as it is. */
export function templateBody(values: TemplateFormValues): BodyOf<'editTemplate'> {
  const { kind, title, text } = values;
  if (kind === 'text')
    return { ...fieldsOf(values), content: { kind, title: title.trim(), text: text.trim() } };
  const proof = values[kind]?.proof;
  return proof === undefined ? fieldsOf(values) : { ...fieldsOf(values), content: { kind, proof } };
}
