import { z } from 'zod';

import type { FeedPlace } from '../descriptions/index.ts';
import type { DataOf, EventType } from '../events/index.ts';

/** What a fact is about, by names of ids. */
export const SUBJECT_NAMES = [
  'processId',
  'documentId',
  'signatureId',
  'personId',
  'companyId',
  'userId',
  'downloadId',
  'tokenId',
  'batchId',
  'copyId',
  'webhookId',
  'templateId',
  'envelopeId',
  'signerGroupId',
] as const;
export type Subjects = { [Name in (typeof SUBJECT_NAMES)[number]]?: string | undefined };

/** An event as integrators get it: a stable shape, whatever becomes of the internal one. */
export interface PublicFact<Type extends EventType> {
  data: z.ZodObject;
  tell: (data: DataOf<Type>) => Record<string, unknown>;
  /** Ids that do not stand at the top of the internal data by their public names. */
  subjects?: (data: DataOf<Type>) => Subjects;
}

/** An event of the log as integrators know it. */
export type PublicEvent = FeedPlace & PublicFact<EventType>;

const nothing = z.object({});

/** A fact whose subjects say all of it. */
export const bare = <Type extends EventType>(
  subjects?: (data: DataOf<Type>) => Subjects,
): PublicFact<Type> => ({
  data: nothing,
  tell: () => ({}),
  ...(subjects === undefined ? {} : { subjects }),
});

/** A fact that says more than its subjects. */
export const fact = <Type extends EventType, Schema extends z.ZodObject>(
  data: Schema,
  tell: (data: DataOf<Type>) => z.input<Schema>,
  subjects?: (data: DataOf<Type>) => Subjects,
): PublicFact<Type> => ({ data, tell, ...(subjects === undefined ? {} : { subjects }) });
