import { z } from 'zod';

import { markOf, namesSubject, type PersonalMark } from '../personal-data.ts';

/**
 * Names of id fields that say whom an event concerns. Another name is marked with `about`; a test asks of every new
 * one which it is.
 */
export const SUBJECT_IDS: ReadonlySet<string> = new Set([
  'personId',
  'personIds',
  'userId',
  'userIds',
  'administratorId',
  'requesterId',
  'issuerId',
  'offererId',
  'defaultSignatoryIds',
]);

/** Where a schema holds personal data, or ids of those it concerns. */
export type Plan =
  | { kind: 'leaf'; mark: PersonalMark }
  | { kind: 'subject' }
  | { kind: 'object'; fields: ReadonlyMap<string, Plan> }
  | { kind: 'each'; of: Plan }
  | { kind: 'variants'; by: string; of: ReadonlyMap<string, Plan> };

/** The plan of a schema, or undefined when nothing in it is personal. @throws for marks that cannot be kept */
export function planOf(schema: z.core.$ZodType, name = '', optional = false): Plan | undefined {
  const mark = markOf(schema);
  if (mark !== undefined) {
    if (mark.erased === 'absent' && !optional)
      throw new Error(`${name} is personal and no free text: it must be optional, to be erased`);
    return { kind: 'leaf', mark };
  }
  if (namesSubject(schema)) return { kind: 'subject' };
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return planOf(schema.def.innerType, name, true);
  if (schema instanceof z.ZodDefault) return planOf(schema.def.innerType, name, optional);
  if (schema instanceof z.ZodObject) return planOfObject(schema);
  if (schema instanceof z.ZodArray) return each(planOf(schema.def.element, name));
  if (schema instanceof z.ZodRecord) return each(planOf(schema.def.valueType, name));
  if (schema instanceof z.ZodDiscriminatedUnion) return planOfVariants(schema);
  return SUBJECT_IDS.has(name) ? { kind: 'subject' } : undefined;
}

const each = (of: Plan | undefined): Plan | undefined =>
  of === undefined ? undefined : { kind: 'each', of };

function planOfObject(schema: z.ZodObject): Plan | undefined {
  const fields = new Map<string, Plan>();
  for (const [name, field] of Object.entries(schema.def.shape)) {
    const plan = planOf(field, name);
    if (plan !== undefined) fields.set(name, plan);
  }
  return fields.size === 0 ? undefined : { kind: 'object', fields };
}

function planOfVariants(schema: z.ZodDiscriminatedUnion): Plan | undefined {
  const by = schema.def.discriminator;
  const of = new Map<string, Plan>();
  for (const option of schema.def.options) {
    const plan = planOf(option);
    const shape = (option as z.ZodObject).def.shape as Record<string, z.core.$ZodType | undefined>;
    const values = shape[by]?._zod.values ?? [];
    if (plan !== undefined) for (const value of values) of.set(String(value), plan);
  }
  return of.size === 0 ? undefined : { kind: 'variants', by, of };
}

export type Path = readonly (string | number)[];
type Members = Readonly<Record<string, unknown>>;

export interface Visitor {
  /** A personal value that is there; `around` are the objects that hold it, outermost first. */
  leaf(path: Path, value: unknown, mark: PersonalMark, around: readonly Members[]): void;
  subject(id: string): void;
}

/** Walks a value by its plan. What is absent or null is not personal. */
export function walk(
  plan: Plan,
  value: unknown,
  visitor: Visitor,
  path: Path,
  around: readonly Members[] = [],
): void {
  if (value === undefined || value === null) return;
  if (plan.kind === 'leaf') return visitor.leaf(path, value, plan.mark, around);
  if (plan.kind === 'subject') {
    if (typeof value === 'string') visitor.subject(value);
    return;
  }
  if (typeof value !== 'object') return;
  const members = value as Members;
  if (plan.kind === 'variants') {
    const variant = plan.of.get(String(members[plan.by]));
    return variant === undefined ? undefined : walk(variant, value, visitor, path, around);
  }
  if (plan.kind === 'each') {
    if (Array.isArray(value)) {
      value.forEach((item, index) => walk(plan.of, item, visitor, [...path, index], around));
    } else {
      for (const [name, item] of Object.entries(members))
        walk(plan.of, item, visitor, [...path, name], around);
    }
    return;
  }
  const inner = [...around, members];
  for (const [name, field] of plan.fields)
    if (Object.hasOwn(members, name)) walk(field, members[name], visitor, [...path, name], inner);
}
