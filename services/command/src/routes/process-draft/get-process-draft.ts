import { defineRoute } from '../../define-route.ts';
import { readDraft } from '../../process-draft/read-draft.ts';

export const route = defineRoute('getProcessDraft', ({ principal, params }, service) =>
  readDraft(service, principal, params.draftId),
);
