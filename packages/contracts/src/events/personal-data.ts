import type { PersonalMark } from '../personal-data.ts';
import { formerShapesOf } from './former-shapes.ts';
import { eventSchemas, type EventType } from './index.ts';
import { eventMetadata } from './metadata.ts';
import { planOf, walk, type Path, type Plan } from './personal-plan.ts';

/** One personal value of an event. */
export interface PersonalLeaf {
  /** From the event: `['data', 'participants', 0, 'name']`, `['metadata', 'client', 'ip']`. */
  path: Path;
  value: unknown;
  /** Id of the person or user it is about; of the tenant, for a visitor without an id. */
  subject: string;
  erased: PersonalMark['erased'];
}

/** Whom an event speaks of, and what it says of them. */
export interface PersonalContent {
  leaves: readonly PersonalLeaf[];
  /** Every subject, each once: whose data it holds, and whom it names by id. */
  subjects: ReadonlySet<string>;
}

export interface EventLike {
  type: string;
  data: Readonly<Record<string, unknown>>;
  metadata: Readonly<Record<string, unknown>>;
}

/** Of each type, the plan of each version of its data, oldest first. */
const dataPlans: ReadonlyMap<string, readonly (Plan | undefined)[]> = new Map(
  Object.entries(eventSchemas).map(([type, schema]) => {
    const former = (formerShapesOf(type) ?? []).map((shape) => planOf(shape.schema, type));
    return [type, [...former, planOf(schema, type)]];
  }),
);

/** One that does not say its version, or says a later one, is looked at as far as today's schema knows it. */
function dataPlanOf({ type, metadata: { schemaVersion } }: EventLike): Plan | undefined {
  const plans = dataPlans.get(type) ?? [];
  const known = typeof schemaVersion === 'number' && schemaVersion <= plans.length;
  return known ? plans[schemaVersion - 1] : plans.at(-1);
}
const metadataPlan = planOf(eventMetadata, 'metadata');

/** Erasures: the id under this name in the event's data is the subject's. */
const ERASURES: Partial<Record<string, string>> = {
  PersonErased: 'personId',
  UserErased: 'userId',
} satisfies Partial<Record<EventType, string>>;

/** Whose data is erased by the event, if it is such an event. */
export function erasedBy({ type, data }: EventLike): string | undefined {
  const field = ERASURES[type];
  const id = field === undefined ? undefined : data[field];
  return typeof id === 'string' ? id : undefined;
}

const NOTHING: PersonalContent = { leaves: [], subjects: new Set() };

/**
 * The personal data in an event, as the schema of its version marks it. @throws Error when the subject of a value is
 * missing
 */
export function personalContentOf(event: EventLike): PersonalContent {
  const plan = dataPlanOf(event);
  if (plan === undefined && event.metadata['actor'] === undefined) return NOTHING;
  const leaves: PersonalLeaf[] = [];
  const subjects = new Set<string>();
  const visitor = {
    subject: (id: string) => void subjects.add(id),
    leaf(path: Path, value: unknown, mark: PersonalMark, around: readonly Members[]) {
      const subject = mark.subject === 'actor' ? actorOf(event.metadata) : found(around, mark.subject);
      if (subject === undefined) throw new Error(`${event.type}: ${path.join('.')} names no subject`);
      subjects.add(subject);
      leaves.push({ path, value, subject, erased: mark.erased });
    },
  };
  if (plan !== undefined) walk(plan, event.data, visitor, ['data']);
  if (metadataPlan !== undefined) walk(metadataPlan, event.metadata, visitor, ['metadata']);
  return { leaves, subjects };
}

type Members = Readonly<Record<string, unknown>>;

/** A visitor's act may have created their id; otherwise only the tenant is known. */
function actorOf(metadata: EventLike['metadata']): string | undefined {
  const actor = metadata['actor'] as { id?: unknown } | undefined;
  const id = actor?.id ?? metadata['tenantId'];
  return typeof id === 'string' ? id : undefined;
}

function found(around: readonly Members[], reference: string): string | undefined {
  const [first = '', ...rest] = reference.split('.');
  const holder = around.findLast((members) => Object.hasOwn(members, first));
  const id = rest.reduce<unknown>((value, name) => (value as Members | undefined)?.[name], holder?.[first]);
  return typeof id === 'string' ? id : undefined;
}
