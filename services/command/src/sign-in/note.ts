import { randomUUID } from 'node:crypto';

import { TenantAway } from '@lacre/access';
import type { ClientContext } from '@lacre/contracts';
import type { Logger } from 'pino';

import type { CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import type { SignInNote } from '../user/commands.ts';
import { user } from '../user/decide-user.ts';

interface NoteCall {
  client: ClientContext;
  correlationId: string;
}

export function contextOf(
  { userId, tenantId, name }: { userId: string; tenantId: string; name: string },
  { client, correlationId }: NoteCall,
): CommandContext {
  const actor = { kind: 'user', id: userId, name } as const;
  return { key: randomUUID(), correlationId, tenantId, actor, client };
}

/** What a note in a user's stream is written with. */
export interface NoteParts {
  readonly handler: CommandHandler;
  readonly log: Logger;
}

/**
 * Records in the user's stream what the identity store has done. The caller has passed its commit point: a crash in
 * between loses the line in the log and not the change, so nothing is undone when this fails.
 */
export async function note(
  { handler, log }: NoteParts,
  userId: string,
  what: SignInNote,
  call: NoteCall,
): Promise<void> {
  const state = await handler.load(user, userId);
  if (state.status !== 'active' && state.status !== 'inactive') return;
  const who = { userId, tenantId: state.tenantId, name: state.profile.name };
  const handled = await handler
    .handle(user, userId, { type: 'note', note: what }, contextOf(who, call))
    // A session may be ended while its tenant is being moved, or is elsewhere: sessions stay behind.
    .catch((error: unknown) => {
      if (error instanceof TenantAway) return { ok: false, code: error.code } as const;
      throw error;
    });
  if (!handled.ok)
    log.warn({ userId, note: what.type, code: handled.code }, 'a change was not recorded in the log');
}
