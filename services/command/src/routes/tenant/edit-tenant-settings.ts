import { streams } from '@lacre/contracts';

import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { IMAGE_BODY_LIMIT_BYTES, storeImage } from '../../images/store-image.ts';
import { tenant } from '../../tenant/decide-tenant.ts';

export const route = defineCommand(
  'editTenantSettings',
  async (call, service, { context }) => {
    const { settings, uploads } = call.body;
    const owner = streams.tenant(context.tenantId);
    const images = await Promise.all(
      uploads.map(async ({ name, base64 }, index) => ({
        name,
        image:
          base64 === null
            ? null
            : await storeImage(service, base64, { field: `uploads.${index}.base64`, owner }),
      })),
    );
    const change = { type: 'changeSettings', settings, images } as const;
    const { position } = orThrow(await service.handler.handle(tenant, context.tenantId, change, context));
    return { position };
  },
  { bodyLimit: IMAGE_BODY_LIMIT_BYTES },
);
