import { z } from 'zod';

import {
  companyIds,
  cpf,
  domain,
  email,
  identifier,
  line,
  personAuthentication,
  phone,
  role,
  timestamp,
} from '../fields.ts';
import { personal } from '../personal-data.ts';

/** Streams `tenant-…` and `user-…`, and how persons come in (`person-…`). Credentials never stand here: the identity store keeps them. */
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
  PersonSignedIn: z.strictObject({
    personId: identifier,
    tenantId: identifier,
    /** Absent when they came without a link. */
    processId: identifier.optional(),
    method: personAuthentication,
    /** The device remembered from now on, or known already. */
    deviceId: identifier.optional(),
  }),
  /** The session that they left: its token is over with it. */
  PersonSignedOut: z.strictObject({ personId: identifier, tenantId: identifier, sessionId: identifier }),
  /** From now on this device needs no code of this person. */
  PersonDeviceRemembered: z.strictObject({
    personId: identifier,
    tenantId: identifier,
    deviceId: identifier,
    expiresAt: timestamp,
    /** They had come in before, from elsewhere. */
    another: z.literal(true).optional(),
  }),
  PersonDeviceForgotten: z.strictObject({ personId: identifier, tenantId: identifier, deviceId: identifier }),
} as const;
