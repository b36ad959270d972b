import type { UserPrincipal } from '@lacre/access';
import type { ClientContext } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { Sessions } from '@lacre/identity';

/** A signed-in user who changes their own sign-in. */
export interface OwnCall {
  userId: string;
  tenantId: string;
  sessionId: string;
  client: ClientContext;
  correlationId: string;
}

interface RouteCall {
  principal: UserPrincipal;
  client: ClientContext;
  request: { id: string };
}

/**
 * The caller, whose session still goes on: a token outlives its session by minutes, and is of no use here then.
 *
 * @param asked.recently the sign-in must be of a moment ago: what is done next would let a thief of the session stay
 * @throws Refusal AUTH_TOKEN_REVOKED, RECENT_SIGN_IN_REQUIRED
 */
export async function ownCall(
  { sessions }: { sessions: Sessions },
  { principal, client, request }: RouteCall,
  asked: { recently?: boolean } = {},
): Promise<OwnCall> {
  const { sub: userId, tenantId, sid: sessionId } = principal;
  const standing = sessionId === undefined ? undefined : await sessions.standing(sessionId, userId);
  if (sessionId === undefined || standing === undefined) throw new Refusal('AUTH_TOKEN_REVOKED');
  if (asked.recently === true && !standing.isRecent) throw new Refusal('RECENT_SIGN_IN_REQUIRED');
  return { userId, tenantId, sessionId, client, correlationId: request.id };
}

/**
 * What sends data of the tenant elsewhere needs a recent sign-in, as changes of sign-in do. An API
 * token was issued by one, and integrations set up their own webhooks.
 *
 * @throws Refusal AUTH_TOKEN_REVOKED, RECENT_SIGN_IN_REQUIRED
 */
export async function assertRecentUnlessToken(
  service: { sessions: Sessions },
  call: RouteCall,
): Promise<void> {
  if (call.principal.tokenId === undefined) await ownCall(service, call, { recently: true });
}
