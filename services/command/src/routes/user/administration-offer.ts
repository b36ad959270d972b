import { defineRoute } from '../../define-route.ts';
import { administrationOffer } from '../../tenant/manage-administrators.ts';

export const route = defineRoute('administrationOffer', ({ principal }, service) =>
  administrationOffer(service, principal.tenantId, principal.sub),
);
