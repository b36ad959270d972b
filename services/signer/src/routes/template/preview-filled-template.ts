import { defineRoute } from '../../define-route.ts';
import { sendPassingPdf } from '../../files/send-passing-pdf.ts';
import { usedContent } from '../../template/preview-template.ts';

/** The document that a template makes of what is known of its use so far. */
export const route = defineRoute('previewFilledTemplate', async (call, signer) => {
  const { previews, previewBudget } = signer;
  previewBudget.spend(call.principal.sub);
  return sendPassingPdf(call.reply, async (signal) => {
    const content = await usedContent({ ...signer, words: previews.words }, call);
    return previews.render(content, signal);
  });
});
