import type { AnswerOf } from '@lacre/contracts';
import { queryOptions } from '@tanstack/react-query';

import { outcomeOf } from '@/features/signing/outcome/outcome.ts';
import { pollInterval } from '@/lib/polling/polling.ts';
import { personApi } from '@/lib/session/person-session.ts';

import { SIGNATURES_KEY } from './signatures-key.ts';

/** What one person was asked to sign in one process. */
export type SigningRequest = AnswerOf<'listSignatures'>['items'][number];
/** A process in which others sign first. */
export type LaterRequest = AnswerOf<'listSignatures'>['later'][number];
export type SigningDocument = SigningRequest['documents'][number];

/** Everything the person was asked to sign; followed while anything may still change. */
export const signaturesQuery = (personId: string) =>
  queryOptions({
    queryKey: [...SIGNATURES_KEY, personId],
    queryFn: ({ signal }) => personApi.call('listSignatures', { signal }),
    refetchInterval: (query) =>
      pollInterval(
        query,
        ({ items, later }) => later.length === 0 && items.every((request) => SETTLED.has(outcomeOf(request))),
      ),
  });

const SETTLED: ReadonlySet<string> = new Set(['finished', 'rejected', 'rejected-by-you', 'canceled']);
