import type { ProcessEvent } from '@lacre/contracts';

import { accept, reject, type Decision } from '../../decider/decision.ts';
import type { SetTags } from './commands.ts';
import { processOf, type ProcessState } from './state.ts';

/** The process carries these tags and no others, whatever its status. */
export function decideSetTags({ tenantId, tagIds }: SetTags, state: ProcessState): Decision<ProcessEvent> {
  const process = processOf(state, tenantId);
  if (process === undefined) return reject('SIGNATURE_PROCESS_NOT_FOUND');
  const { processId, tags } = process;
  const wanted = new Set(tagIds);
  const event = (type: 'ProcessTagged' | 'ProcessUntagged', tagId: string): ProcessEvent => ({
    type,
    data: { processId, tenantId, tagId },
  });
  return accept(
    ...[...tags].filter((tagId) => !wanted.has(tagId)).map((tagId) => event('ProcessUntagged', tagId)),
    ...[...wanted].filter((tagId) => !tags.has(tagId)).map((tagId) => event('ProcessTagged', tagId)),
  );
}
