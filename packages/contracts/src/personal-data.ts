import { z } from 'zod';

import { ERASED } from './erased.ts';

/**
 * Whose datum it is. A path (`personId`, `recipient.id`) is looked for in the object that holds the field, then in the
 * objects around it; `actor` is the actor, as the event's metadata says.
 */
export type SubjectReference = string;

export interface PersonalMark {
  subject: SubjectReference;
  /** What is left of it: the words of `ERASED`, or nothing, for what is no free text and may be absent. */
  erased: 'text' | 'absent';
}

const marks = new WeakMap<z.core.$ZodType, PersonalMark>();
const subjects = new WeakSet<z.core.$ZodType>();

/** The mark of a field's schema, when it is personal. */
export const markOf = (schema: z.core.$ZodType): PersonalMark | undefined => marks.get(schema);

/** Whether the schema is that of an id which says whom an event concerns. */
export const namesSubject = (schema: z.core.$ZodType): boolean => subjects.has(schema);

/**
 * Marks what a schema describes as personal data of `subject`. In the log it is encrypted with that person's or user's
 * key, and once the key is destroyed it reads as `ERASED`; which the schema therefore takes as well. Of an object,
 * a list or a record every value is marked.
 *
 * What is no free text (a date, a choice, a number) has no words for having been erased: it must be optional.
 */
export function personal<Schema extends z.ZodType>(
  schema: Schema,
  subject: SubjectReference,
): z.ZodType<z.output<Schema>, z.input<Schema>> {
  return marked(schema, subject) as unknown as z.ZodType<z.output<Schema>, z.input<Schema>>;
}

/** Members of an object, each as `personal` has it. */
export type PersonalShape<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodOptional<infer Inner extends z.ZodType>
    ? z.ZodOptional<z.ZodType<z.output<Inner>, z.input<Inner>>>
    : z.ZodType<z.output<Shape[Name]>, z.input<Shape[Name]>>;
};

/** As `personal`, of every member of an object. */
export const personalShape = <Shape extends z.ZodRawShape>(
  shape: Shape,
  subject: SubjectReference,
): PersonalShape<Shape> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, member]) => [name, marked(member as z.ZodType, subject)]),
  ) as PersonalShape<Shape>;

/** Marks an id as a subject's, where its name alone does not say so (see `SUBJECT_IDS`). */
export function about<Schema extends z.ZodType>(identifier: Schema): Schema {
  const clone = identifier.clone();
  subjects.add(clone);
  return clone;
}

function marked(schema: z.ZodType, subject: SubjectReference): z.ZodType {
  if (schema instanceof z.ZodOptional) return marked(schema.unwrap() as z.ZodType, subject).optional();
  if (schema instanceof z.ZodNullable) return marked(schema.unwrap() as z.ZodType, subject).nullable();
  if (schema instanceof z.ZodDefault) {
    const innerType = marked(schema.def.innerType as z.ZodType, subject);
    return schema.clone({ ...schema.def, innerType });
  }
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = {};
    for (const [name, field] of Object.entries(schema.def.shape))
      shape[name] = marked(field as z.ZodType, subject);
    return schema.clone({ ...schema.def, shape });
  }
  if (schema instanceof z.ZodArray) {
    const element = marked(schema.def.element as z.ZodType, subject);
    return schema.clone({ ...schema.def, element });
  }
  if (schema instanceof z.ZodRecord) {
    const valueType = marked(schema.def.valueType as z.ZodType, subject);
    return schema.clone({ ...schema.def, valueType });
  }
  const erased = isFreeText(schema) ? 'text' : 'absent';
  const leaf = erased === 'text' ? z.union([schema, z.literal(ERASED)]) : schema.clone();
  marks.set(leaf, { subject, erased });
  return leaf;
}

/** Text of any form that a string schema of ours checks; dates and the like have a format by name. */
function isFreeText(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodPipe) return isFreeText(schema.def.in as z.ZodType);
  return schema instanceof z.ZodString && (schema.def as { format?: string }).format === undefined;
}
