import { currentPublicKey } from '@lacre/web-push';

import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('pushKey', async (_call, { pool, secrets, pushHosts = [] }) =>
  pushHosts.length === 0 ? { publicKey: null } : { publicKey: await currentPublicKey({ pool, secrets }) },
);
