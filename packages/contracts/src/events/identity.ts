import { z } from 'zod';

import { companyIds, cpf, domain, email, identifier, line, phone, role } from '../fields.ts';
import { personal } from '../personal-data.ts';

/** Streams `tenant-…` and `user-…`. Credentials never stand here: the identity store keeps them. */
export const identityEvents = {
  TenantRegistered: z.strictObject({
    tenantId: identifier,
    name: line('o nome'),
    domain,
    administratorId: identifier,
  }),
  UserCreated: z.strictObject({
    userId: identifier,
    tenantId: identifier,
    name: personal(line('o nome'), 'userId'),
    email: personal(email, 'userId'),
    role,
    cpf: personal(cpf, 'userId').optional(),
    externalId: personal(line('o código externo', 100), 'userId').optional(),
    phoneNumber: personal(phone, 'userId').optional(),
    /** Those that a common user reaches. */
    companyIds: companyIds.optional(),
  }),
  UserSignedIn: z.strictObject({ userId: identifier, tenantId: identifier, method: z.enum(['password']) }),
  PersonSignedIn: z.strictObject({
    personId: identifier,
    tenantId: identifier,
    processId: identifier,
    method: z.enum(['email-code']),
  }),
} as const;
