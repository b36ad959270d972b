import { Refusal } from '@lacre/http';
import type { Sessions } from '@lacre/identity';

import { note, type NoteParts } from '../sign-in/note.ts';
import type { OwnCall } from './own-session.ts';

/** Ends one of the caller's sessions. @throws Refusal SESSION_NOT_FOUND */
export async function revokeSession(
  service: NoteParts & { sessions: Sessions },
  only: string,
  call: OwnCall,
): Promise<void> {
  const sessionIds = await service.sessions.revoke(call.userId, { only });
  if (sessionIds.length === 0) throw new Refusal('SESSION_NOT_FOUND');
  await note(service, call.userId, { type: 'UserSessionsRevoked', sessionIds, cause: 'asked' }, call);
}

/** Ends all of the caller's sessions but this one. @returns how many */
export async function revokeOtherSessions(
  service: NoteParts & { sessions: Sessions },
  call: OwnCall,
): Promise<number> {
  const sessionIds = await service.sessions.revoke(call.userId, { except: call.sessionId });
  if (sessionIds.length > 0)
    await note(service, call.userId, { type: 'UserSessionsRevoked', sessionIds, cause: 'asked' }, call);
  return sessionIds.length;
}
