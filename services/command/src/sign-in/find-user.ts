import type { Accounts } from '@lacre/identity';

import type { CommandHandler } from '../decider/command-handler.ts';
import { assertTenantTakesCommands } from '../tenant/assert-here.ts';
import { user } from '../user/decide-user.ts';

export interface FoundUser {
  userId: string;
  tenantId: string;
  name: string;
  email: string;
  phoneNumber: string | undefined;
  /** An address that they asked for and have not confirmed yet. */
  pendingEmail?: string | undefined;
}

/** An active user as the log has them now; undefined for any other. */
export async function activeUser(
  { handler }: { handler: CommandHandler },
  userId: string,
): Promise<FoundUser | undefined> {
  const state = await handler.load(user, userId);
  if (state.status !== 'active') return undefined;
  const { tenantId, profile, emailChange } = state;
  const { name, email, phoneNumber } = profile;
  return { userId, tenantId, name, email, phoneNumber, pendingEmail: emailChange?.email };
}

/** The active user who signs in by this e-mail, which the log must also know as theirs. */
export async function activeUserByEmail(
  service: { handler: CommandHandler; accounts: Accounts },
  email: string,
): Promise<FoundUser | undefined> {
  const known = await service.accounts.byEmail(email);
  const found = known && (await activeUser(service, known.userId));
  return found?.email === email ? found : undefined;
}

/** The active user who showed this phone to be theirs and still has it. */
export async function activeUserByPhone(
  service: { handler: CommandHandler; accounts: Accounts },
  phone: string,
): Promise<FoundUser | undefined> {
  const candidates = await service.accounts.byPhone(phone);
  const found = await Promise.all(candidates.map((userId) => activeUser(service, userId)));
  const owners = found.filter((candidate) => candidate?.phoneNumber === phone);
  return owners.length === 1 ? owners[0] : undefined;
}

/** Before anything is begun for a user who is not signed in. @throws Refusal TENANT_MOVING, TENANT_MOVED */
export async function assertUserTakesCommands(
  service: { handler: CommandHandler },
  userId: string,
): Promise<void> {
  const state = await service.handler.load(user, userId);
  if ('tenantId' in state) await assertTenantTakesCommands(service, state.tenantId);
}
