import { defineRoute } from '../../define-route.ts';

/** How far lists and queries are that are being built: answered from no read model. */
export const route = defineRoute('readModelsStatus', (_call, { watch }) => watch.rebuilding());
