import { Refusal } from '@lacre/http';
import type { IdentityStore } from '@lacre/identity';

import { orThrow } from '../decider/or-throw.ts';
import type { ReleaseParts } from '../reservation/unique-fields.ts';
import { contextOf } from '../sign-in/note.ts';
import { user } from '../user/decide-user.ts';
import { releaseUnused } from '../user/unique-details.ts';
import { ownUser } from './get-account.ts';
import type { OwnCall } from './own-session.ts';

/**
 * The caller leaves the tenant. Commit point: UserRemoved; their tokens and sessions are refused from then on. What they
 * came in by and what was reserved for them goes after it.
 *
 * @throws Refusal AUTH_PERMISSION_EDIT_ADMIN_USER for the administrator, AUTH_USER_UPDATE_ERROR when what follows failed
 */
export async function deleteAccount(
  service: ReleaseParts & { identity: IdentityStore },
  call: OwnCall,
): Promise<void> {
  const { userId } = call;
  const { tenantId, name, email, phoneNumber } = await ownUser(service, userId);
  const context = contextOf({ userId, tenantId, name }, call);
  const leave = { type: 'leave', tenantId, at: service.now().toISOString() } as const;
  orThrow(await service.handler.handle(user, userId, leave, context));
  try {
    await service.identity.forget(userId);
  } catch (cause) {
    throw new Refusal('AUTH_USER_UPDATE_ERROR', { cause });
  }
  await releaseUnused(service, context, userId, { name, email, phoneNumber });
}
