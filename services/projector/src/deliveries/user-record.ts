import { streams, type DomainEvent } from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';
import type { MailAddress } from '@lacre/mailer';

/** A user as far as messages to them go. */
export interface UserRecord {
  to: MailAddress;
  status: 'active' | 'inactive' | 'removed';
  /** The invitation whose link leads to a first password; undefined once they have come in. */
  openInvitation: string | undefined;
  /** Whoever registered the tenant, and has not shown yet that the address is theirs. */
  isUnproven: boolean;
  /** Who asked them to join last. */
  invitedBy: string | undefined;
}

/**
 * A user of the tenant as their stream tells them, or told them before the event `before`; undefined when there is none.
 */
export async function readUser(
  store: EventStore,
  tenantId: string,
  userId: string,
  { before }: { before?: string } = {},
): Promise<UserRecord | undefined> {
  let record: UserRecord | undefined;
  for await (const recorded of store.readStream(streams.user(userId))) {
    if (recorded.id === before) break;
    const event = recorded as unknown as DomainEvent;
    if (event.type === 'UserCreated' && event.data.tenantId === tenantId) {
      const to = { name: event.data.name, address: event.data.email };
      const isUnproven = actorKind(recorded.metadata) === 'visitor';
      record = { to, status: 'active', openInvitation: undefined, isUnproven, invitedBy: undefined };
    }
    if (record === undefined) continue;
    if (event.type === 'UserEdited') record.to = { name: event.data.name, address: event.data.email };
    if (event.type === 'UserDeactivated') record.status = 'inactive';
    if (event.type === 'UserActivated') record.status = 'active';
    if (event.type === 'UserRemoved') record.status = 'removed';
    if (event.type === 'UserInvited') {
      record.openInvitation = event.data.invitationId;
      record.invitedBy = actorName(recorded.metadata);
    }
    if (event.type === 'UserEmailVerified') record.isUnproven = false;
    if (event.type === 'UserInvitationAccepted' || event.type === 'UserSignedIn')
      record.openInvitation = undefined;
  }
  return record;
}

const actorKind = ({ actor }: Record<string, unknown>): unknown => ((actor ?? {}) as { kind?: unknown }).kind;

/** Who did what the metadata is of. */
export function actorName({ actor }: Record<string, unknown>): string | undefined {
  const { name } = (actor ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : undefined;
}
