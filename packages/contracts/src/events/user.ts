import { z } from 'zod';

import { companyIds, cpf, email, identifier, line, phone, role, sha256, timestamp } from '../fields.ts';
import { MAX_EXTERNAL_ID_LENGTH } from '../limits.ts';
import { personal } from '../personal-data.ts';

const reference = { userId: identifier, tenantId: identifier };

/** Stream `user-…`, after UserCreated. Credentials never stand here: the identity store keeps them. */
export const userEvents = {
  /** An invitation, whose mail leads to the first password. Sent again, it is another one. */
  UserInvited: z.strictObject({ ...reference, invitationId: identifier }),
  /** They chose a password by it, so the address is theirs. */
  UserInvitationAccepted: z.strictObject({ ...reference, invitationId: identifier }),
  /** What stands here is all of it: a field that is absent is empty from now on. */
  UserEdited: z.strictObject({
    ...reference,
    name: personal(line('o nome'), 'userId'),
    email: personal(email, 'userId'),
    cpf: personal(cpf, 'userId').optional(),
    externalId: personal(line('o código externo', MAX_EXTERNAL_ID_LENGTH), 'userId').optional(),
    phoneNumber: personal(phone, 'userId').optional(),
    /** The former address was a way to sign in: it is notified of the change. */
    emailChanged: z.literal(true).optional(),
    /** A confirmed change; the former address can undo it until `undoUntil`. */
    emailChange: z.strictObject({ changeId: identifier, undoUntil: timestamp }).optional(),
    /** The change of address that this takes back. */
    undoneChangeId: identifier.optional(),
  }),
  /** Another address was asked for: it counts once the user opens, signed in, the link that is sent there. */
  UserEmailChangeRequested: z.strictObject({
    ...reference,
    changeId: identifier,
    email: personal(email, 'userId'),
    requestedAt: timestamp,
  }),
  UserEmailChangeCanceled: z.strictObject({ ...reference, changeId: identifier }),
  /** `grantId`: of an administrator, what the tenant's stream made them one by. */
  UserRoleChanged: z.strictObject({ ...reference, role, grantId: identifier.optional() }),
  /** Every company that a common user reaches from now on. Of no meaning to other roles. */
  UserCompaniesAssigned: z.strictObject({ ...reference, companyIds }),
  UserDeactivated: z.strictObject(reference),
  UserActivated: z.strictObject(reference),
  /** Without a picture: it was taken away. */
  UserAvatarChanged: z.strictObject({
    ...reference,
    avatar: z.strictObject({ sha256, mediaType: z.enum(['image/jpeg', 'image/png']) }).optional(),
  }),
  /** They are no user of the tenant any more; what they did stays. */
  UserRemoved: z.strictObject(reference),
} as const;
