import { z } from 'zod';

import type { DataOf, EventType } from '../events/index.ts';

/**
 * Who sees a fact: members (everybody who works in the tenant), stewards (whoever runs it), company (whoever reaches the
 * company it is about) or requester (the user who asked for something, alone).
 */
export type FeedReach = 'members' | 'stewards' | 'company' | 'requester';

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

/** An event of the log as integrators know it: its shape is a promise, whatever becomes of the internal one. */
export interface PublicEvent<Type extends EventType = EventType> {
  /** Stable name with the version of its `data`: another shape is another version. */
  type: `${string}.v${number}`;
  /** When it happens, in Portuguese. */
  summary: string;
  reach: FeedReach;
  data: z.ZodObject;
  tell: (data: DataOf<Type>) => Record<string, unknown>;
  /** Ids that do not stand at the top of the internal data by their public names. */
  subjects?: (data: DataOf<Type>) => Subjects;
}

const nothing = z.object({});

/** A fact that its subjects tell whole. */
export const bare = <Type extends EventType>(
  type: PublicEvent['type'],
  reach: FeedReach,
  summary: string,
  subjects?: (data: DataOf<Type>) => Subjects,
): PublicEvent<Type> => ({
  type,
  reach,
  summary,
  data: nothing,
  tell: () => ({}),
  ...(subjects === undefined ? {} : { subjects }),
});

/** A fact that says more than its subjects. */
export const fact = <Type extends EventType, Schema extends z.ZodObject>(
  type: PublicEvent['type'],
  reach: FeedReach,
  summary: string,
  data: Schema,
  tell: (data: DataOf<Type>) => z.input<Schema>,
  subjects?: (data: DataOf<Type>) => Subjects,
): PublicEvent<Type> => ({
  type,
  reach,
  summary,
  data,
  tell,
  ...(subjects === undefined ? {} : { subjects }),
});
