import { MAX_CHOSEN_TAGS } from '@lacre/contracts/limits';

import type { ProcessSummary } from '@/entities/process/queries.ts';
import type { Tag } from '@/entities/tag/queries.ts';

/** What is done to each of several processes. */
export type BulkAct = 'remind' | 'cancel' | 'tag';

type Known = Pick<ProcessSummary, 'status' | 'documents' | 'tags'>;

/** Processes that take an act, and the others by why they do not. */
export interface Split<Process> {
  taken: Process[];
  left: ReadonlyMap<string, Process[]>;
}

/** By what the list knows: the server decides, and may know better. @param tags to be added */
export function splitFor<Process extends Known>(
  act: BulkAct,
  processes: readonly Process[],
  tags: readonly Tag[] = [],
): Split<Process> {
  const reason = (process: Process): string | undefined =>
    act === 'tag' ? againstTags(process, tags) : againstSteering(process);
  const groups = Map.groupBy(processes, reason);
  const taken = groups.get(undefined) ?? [];
  groups.delete(undefined);
  return { taken, left: groups as Map<string, Process[]> };
}

const ENDED: Readonly<Record<Exclude<ProcessSummary['status'], 'waiting'>, string>> = {
  finished: 'já finalizado',
  rejected: 'já recusado',
  canceled: 'já cancelado',
};

/** Reminding and canceling are about documents that wait for a signature. */
function againstSteering({ status, documents }: Known): string | undefined {
  if (status !== 'waiting') return ENDED[status];
  return documents.some((document) => document.status === 'pending')
    ? undefined
    : 'já tem todas as assinaturas';
}

function againstTags({ tags: own }: Known, added: readonly Tag[]): string | undefined {
  const ids = new Set([...own, ...added].map(({ tagId }) => tagId));
  if (added.length > 0 && ids.size === own.length) return 'já tem a etiqueta';
  return ids.size > MAX_CHOSEN_TAGS ? `passaria de ${MAX_CHOSEN_TAGS} etiquetas` : undefined;
}
