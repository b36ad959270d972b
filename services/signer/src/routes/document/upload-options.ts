import { MAX_UPLOAD_BYTES, UPLOAD_EXTENSIONS } from '@lacre/contracts';

import { defineRoute } from '../../define-route.ts';

/** What can be sent to be signed here: without a converter, PDFs alone. */
export const route = defineRoute('uploadOptions', async (_call, { office }) => {
  const converts = await office.isAvailable();
  return {
    maxBytes: MAX_UPLOAD_BYTES,
    kinds: UPLOAD_EXTENSIONS.map((extension) => ({
      extension,
      available: extension === 'pdf' || converts,
    })),
  };
});
