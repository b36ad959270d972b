import { z } from 'zod';

import { identifier, paragraph } from '../fields.ts';

/** Stream `tenant-…`, after TenantRegistered. */
export const tenantEvents = {
  /** By whoever runs the platform: nobody of it gets in until it is active again. */
  TenantDeactivated: z.strictObject({ tenantId: identifier, reason: paragraph(1000) }),
  TenantActivated: z.strictObject({ tenantId: identifier }),
} as const;
