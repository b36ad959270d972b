import { z } from 'zod';

import {
  codeChannel,
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
} from '../../fields.ts';
import { MAX_EMAIL_LENGTH, MAX_EXTERNAL_ID_LENGTH } from '../../limits.ts';
import { personal } from '../../personal-data.ts';

/** An address of a person that a one-time code was answered at. */
const provenAddress = z.strictObject({
  channel: codeChannel,
  address: personal(z.string().max(MAX_EMAIL_LENGTH), 'personId'),
});

/**
 * Streams `tenant-…` and `user-…`, and how persons come in (`person-…`). Credentials never stand here: the identity
 * store keeps them.
 */
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
    externalId: personal(line('o código externo', MAX_EXTERNAL_ID_LENGTH), 'userId').optional(),
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
    /** Absent in logs from before sessions were bound to contacts. */
    sessionId: identifier.optional(),
    /** Addresses that the session has proven: it acts on and reads what was sent to them, and nothing else. */
    proven: z.array(provenAddress).optional(),
  }),
  /** Sessions that ended because a contact they had proven was replaced in a process. */
  PersonSessionsEnded: z.strictObject({
    personId: identifier,
    tenantId: identifier,
    sessionIds: z.array(identifier),
    processId: identifier,
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
    /**
     * The address that it needs no code for, and the e-mail of the contact this belongs to, which is notified of a
     * device that is new. Absent in logs from before devices were remembered for a contact.
     */
    proven: provenAddress.extend({ toldAt: personal(email, 'personId').optional() }).optional(),
  }),
  PersonDeviceForgotten: z.strictObject({ personId: identifier, tenantId: identifier, deviceId: identifier }),
} as const;
