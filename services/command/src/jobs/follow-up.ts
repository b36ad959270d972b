import { identifier } from '@lacre/contracts';
import { Unprocessable, type Job } from '@lacre/work-queue';
import { z } from 'zod';

import type { CommandContext } from '../decider/command-context.ts';
import type { Handled } from '../decider/handled.ts';

const payload = z.object({
  key: z.string(),
  tenantId: identifier,
  /** Of a set of processes, its first. */
  processId: identifier,
  documentId: identifier.optional(),
  setId: identifier.optional(),
});

export interface FollowUp {
  kind: string;
  key: string;
  tenantId: string;
  processId: string;
  documentId: string | undefined;
  setId?: string | undefined;
}

/** What a job asks for. Queues carry ids only: everything else is read from the log. @throws Unprocessable */
export function followUpOf(job: Job): FollowUp {
  const parsed = payload.safeParse(job.payload);
  if (!parsed.success) throw new Unprocessable(`not a follow-up: ${z.prettifyError(parsed.error)}`);
  return { kind: job.queue, ...parsed.data, documentId: parsed.data.documentId };
}

/** @throws Unprocessable */
export function documentOf({ kind, documentId }: FollowUp): string {
  if (documentId === undefined) throw new Unprocessable(`${kind} needs a document`);
  return documentId;
}

/** @throws Unprocessable */
export function setOf({ kind, setId }: FollowUp): string {
  if (setId === undefined) throw new Unprocessable(`${kind} needs a set of processes`);
  return setId;
}

/** The context of a follow-up's events: its key makes a repeat of the job the same append. */
export const contextOf = ({ kind, key, tenantId }: FollowUp): CommandContext => ({
  key: `${kind}:${key}`,
  correlationId: key,
  tenantId,
  actor: { kind: 'system', name: 'command' },
});

/** @throws when the follow-up was refused: the job is tried again, and its problem shown. */
export function expectDone(handled: Handled<unknown>): void {
  if (!handled.ok) throw new Error(`refused with ${handled.code}`);
}

/** A consumer of one kind of follow-up. Idempotent: what it does is decided on the log, whatever the queue repeats. */
export type FollowUpHandler<Parts> = (parts: Parts, followUp: FollowUp) => Promise<void>;

/** A job as it was read: how it is named in reports, and what it does. */
export interface Work<Parts> {
  named: Pick<FollowUp, 'kind' | 'key' | 'tenantId'>;
  run: (parts: Parts) => Promise<void>;
}
