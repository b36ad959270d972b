import { streams } from '@lacre/contracts';
import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { IMAGE_BODY_LIMIT_BYTES, storeImage } from '../images/store-image.ts';
import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { tenant } from '../tenant/decide-tenant.ts';

export function editTenantSettings(app: FastifyInstance, service: CommandService): void {
  route(
    app,
    'editTenantSettings',
    (call) =>
      runCommand(service, 'editTenantSettings', call, async ({ context }) => {
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
        const { position } = stored(await service.handler.handle(tenant, context.tenantId, change, context));
        return { position };
      }),
    { bodyLimit: IMAGE_BODY_LIMIT_BYTES },
  );
}
