import type { ClientContext } from '@lacre/contracts';
import type { Sessions } from '@lacre/identity';

import { note, type NoteParts } from './note.ts';

/**
 * Ends the session that a secret names, if there is one. Its access tokens are refused from UserSignedOut on, which
 * comes first: a crash after it leaves a session whose tokens are refused.
 */
export async function signOut(
  service: NoteParts & { sessions: Sessions },
  secret: string,
  call: { client: ClientContext; correlationId: string },
): Promise<void> {
  const session = await service.sessions.find(secret);
  if (session === undefined) return;
  const { sessionId, userId } = session;
  await note(service, userId, { type: 'UserSignedOut', sessionId }, call);
  await service.sessions.end(secret);
}
