import { z } from 'zod';

import { scope } from '../../api/scopes.ts';
import { companyIds, identifier, line, network, role, timestamp } from '../../fields.ts';

const reference = { tokenId: identifier, tenantId: identifier, issuerId: identifier };

/** Stream `token-…`: an API token. Its secret stands nowhere, a keyed digest of it in the identity store. */
export const tokenEvents = {
  ApiTokenIssued: z.strictObject({
    ...reference,
    description: line('uma descrição'),
    /** What its issuer was then: the token never does more than that, nor more than what they are now. */
    role,
    /** What a common user reached then. Absent: the whole tenant. */
    companyIds: companyIds.optional(),
    /** Absent: all of them, as every token had before there were scopes. */
    scopes: z.array(scope).optional(),
    /** Networks that it is accepted from. Absent: everywhere. */
    networks: z.array(network).optional(),
    /** Absent: until it is revoked. */
    expiresAt: timestamp.optional(),
  }),
  /** It is refused from now on. */
  ApiTokenRevoked: z.strictObject(reference),
} as const;
