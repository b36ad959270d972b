import { defineRoute } from '../../define-route.ts';
import { sendPassingPdf } from '../../files/send-passing-pdf.ts';
import { writtenContent } from '../../template/preview-template.ts';

/** The document that a text makes, as it is written so far, or a Word document that was sent. */
export const route = defineRoute('previewTemplate', async (call, signer) => {
  const { previews, previewBudget } = signer;
  previewBudget.spend(call.principal.sub);
  return sendPassingPdf(call.reply, async (signal) => {
    const content = await writtenContent({ ...signer, words: previews.words }, call);
    return previews.render(content, signal);
  });
});
