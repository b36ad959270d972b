import type { AnswerOf, ClientContext } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import { assertPassword, type Attempts, type IdentityStore } from '@lacre/identity';
import { verifyProof, type ProofSecret } from '@lacre/proofs';

import type { CommandHandler } from '../decider/command-handler.ts';
import { orThrow } from '../decider/or-throw.ts';
import { assertTakesCommands } from '../tenant/assert-here.ts';
import { tenant } from '../tenant/decide-tenant.ts';
import { user } from './decide-user.ts';
import { userOf } from './state.ts';

interface Accepting {
  invitation: string;
  password: string;
  client: ClientContext;
  correlationId: string;
}

/**
 * Sets a user's first password by the proof in their invitation.
 *
 * Commit point: UserInvitationAccepted, after which the invitation is of no use any more. A crash before it leaves a
 * password that the same link may still replace.
 *
 * @throws Refusal INVITATION_INVALID, AUTH_PASSWORD_VALIDATION, AUTH_USER_INACTIVE, TENANT_INACTIVE,
 * TENANT_MOVING, TENANT_MOVED, AUTH_USER_UPDATE_ERROR
 */
export async function acceptInvitation(
  service: {
    handler: CommandHandler;
    now: () => Date;
    identity: IdentityStore;
    attempts: Attempts;
    proofSecret: ProofSecret;
  },
  { invitation, password, client, correlationId }: Accepting,
): Promise<AnswerOf<'acceptInvitation'>> {
  const { handler, attempts, proofSecret: secret, now } = service;
  await attempts.count('invitationPerAddress', client.ip ?? '');
  const proof = await verifyProof('invitation', invitation, {
    secret,
    now: now(),
  });
  if (!proof.ok) throw new Refusal('INVITATION_INVALID');
  const { tenantId, userId, invitationId } = proof.claims;
  const accept = { type: 'acceptInvitation', tenantId, invitationId } as const;
  const [state, account] = await Promise.all([handler.load(user, userId), handler.load(tenant, tenantId)]);
  const decision = user.decide(accept, state);
  if (!decision.accepted) throw new Refusal(decision.code);
  const invited = userOf(state, tenantId);
  if (invited === undefined || account.status !== 'registered') throw new Refusal('INVITATION_INVALID');
  assertTakesCommands(account);
  if (!account.active) throw new Refusal('TENANT_INACTIVE');
  const { name, email } = invited.profile;
  assertPassword(password, { name, email });
  const credentials = { userId, name, email, password };
  await service.identity
    .setFirstPassword(credentials)
    // Of two who accept at once, as by a double click, the slower finds on its second try what the faster has made.
    .catch(() => service.identity.setFirstPassword(credentials))
    .catch((cause: unknown) => {
      throw new Refusal('AUTH_USER_UPDATE_ERROR', { cause });
    });
  const context = {
    key: `accept-invitation:${invitationId}`,
    correlationId,
    tenantId,
    actor: { kind: 'user', id: userId, name },
    client,
  } as const;
  const { position } = orThrow(await handler.handle(user, userId, accept, context));
  return { position, email, domain: account.domain };
}
