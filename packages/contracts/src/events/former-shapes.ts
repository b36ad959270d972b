import type { z } from 'zod';

import { eventSchemas, type DataOf, type EventType } from './index.ts';

/** A shape of an event's data that logs hold and that no release writes any more. */
export interface FormerShape<Type extends EventType = EventType> {
  readonly schema: z.ZodType;
  /** Makes today's data of it. Pure, and it moves no personal value. */
  readonly upcast: (data: never) => DataOf<Type>;
}

/**
 * Shapes of earlier releases, oldest first: the n-th is version n, and today's is the one after the last. Every upcast
 * leads to today's shape, so the compiler asks for all of them when that changes.
 */
const formerShapes: { readonly [Type in EventType]?: readonly FormerShape<Type>[] } = {};

const NONE: readonly FormerShape[] = [];
const shapesBefore: ReadonlyMap<string, readonly FormerShape[]> = new Map(
  Object.keys(eventSchemas).map((type) => [type, formerShapes[type as EventType] ?? NONE]),
);

/** What was written of the type before today's shape, oldest first; undefined for a type that does not exist. */
export const formerShapesOf = (type: string): readonly FormerShape[] | undefined => shapesBefore.get(type);

/** The `schemaVersion` that events of the type are written with. */
export const schemaVersionOf = (type: EventType): number => (formerShapesOf(type) ?? NONE).length + 1;

/** The schema of the type's data in the given version; undefined for a version that this release does not know. */
export function schemaOf(type: EventType, version: unknown): z.ZodType | undefined {
  if (version === schemaVersionOf(type)) return eventSchemas[type];
  return typeof version === 'number' ? formerShapesOf(type)?.[version - 1]?.schema : undefined;
}
