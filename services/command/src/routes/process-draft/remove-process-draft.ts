import { defineCommand } from '../../define-route.ts';
import { deleteRow } from '../../process-draft/draft-rows.ts';
import { reachedRow } from '../../process-draft/save-draft.ts';

export const route = defineCommand('removeProcessDraft', async ({ principal, params }, service) => {
  const { draft_id: draftId } = await reachedRow(service, principal, params.draftId);
  await deleteRow(service.pool, principal.tenantId, draftId);
  return { draftId };
});
