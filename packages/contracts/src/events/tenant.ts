import { z } from 'zod';

import { domain, emailDomain, identifier, paragraph, sha256, tenantSettings } from '../fields.ts';

const reference = { tenantId: identifier };

/** Stream `tenant-…`, after TenantRegistered. */
export const tenantEvents = {
  /** By whoever runs the platform: nobody of it gets in until it is active again. */
  TenantDeactivated: z.strictObject({ ...reference, reason: paragraph(1000) }),
  TenantActivated: z.strictObject(reference),
  /** What stands here is all of it: what is absent is not set from now on. */
  TenantSettingsChanged: z.strictObject({ ...reference, settings: tenantSettings }),
  /** Without an image: it was taken away. */
  TenantImageChanged: z.strictObject({
    ...reference,
    name: z.enum(['logo', 'bg']),
    image: z.strictObject({ sha256, mediaType: z.enum(['image/jpeg', 'image/png']) }).optional(),
  }),
  /** login: an address of `/login/{domain}` · email: users' addresses are of one of these, when there are any. */
  TenantDomainAdded: z.discriminatedUnion('kind', [
    z.strictObject({ ...reference, kind: z.literal('login'), domain }),
    z.strictObject({ ...reference, kind: z.literal('email'), domain: emailDomain }),
  ]),
  TenantDomainRemoved: z.discriminatedUnion('kind', [
    /** `primary` is the address that people are shown from now on. */
    z.strictObject({ ...reference, kind: z.literal('login'), domain, primary: domain }),
    z.strictObject({ ...reference, kind: z.literal('email'), domain: emailDomain }),
  ]),
} as const;
