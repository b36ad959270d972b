import { defineCommand } from '../../define-route.ts';
import { saveDraft } from '../../process-draft/save-draft.ts';

export const route = defineCommand('saveProcessDraft', ({ principal, params, body }, service) =>
  saveDraft(service, principal, params.draftId, body),
);
