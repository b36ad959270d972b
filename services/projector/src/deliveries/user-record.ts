import { streams, type EventMetadata } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import type { MailAddress } from '@lacre/mailer';

/** A user as far as messages to them go. */
export interface UserRecord {
  to: MailAddress;
  status: 'active' | 'inactive' | 'removed';
  /** The invitation whose link leads to a first password; undefined once they have come in. */
  openInvitation: string | undefined;
  /** The registrant of the tenant, whose address is not proven yet. */
  isUnproven: boolean;
  /** Who asked them to join last. */
  invitedBy: string | undefined;
}

/**
 * A user of the tenant, folded from their stream, up to the event `before` where given; undefined when there is none.
 */
export async function readUser(
  log: DomainLog,
  tenantId: string,
  userId: string,
  { before }: { before?: string } = {},
): Promise<UserRecord | undefined> {
  let record: UserRecord | undefined;
  for await (const event of log.readStream(streams.user(userId))) {
    if (event.id === before) break;
    if (event.type === 'UserCreated' && event.data.tenantId === tenantId) {
      const to = { name: event.data.name, address: event.data.email };
      const isUnproven = event.metadata.actor.kind === 'visitor';
      record = { to, status: 'active', openInvitation: undefined, isUnproven, invitedBy: undefined };
    }
    if (record === undefined) continue;
    if (event.type === 'UserEdited') record.to = { name: event.data.name, address: event.data.email };
    if (event.type === 'UserDeactivated') record.status = 'inactive';
    if (event.type === 'UserActivated') record.status = 'active';
    if (event.type === 'UserRemoved') record.status = 'removed';
    if (event.type === 'UserInvited') {
      record.openInvitation = event.data.invitationId;
      record.invitedBy = actorName(event.metadata);
    }
    if (event.type === 'UserEmailVerified') record.isUnproven = false;
    if (event.type === 'UserInvitationAccepted' || event.type === 'UserSignedIn')
      record.openInvitation = undefined;
  }
  return record;
}

/** Who did what the metadata is of. */
export const actorName = ({ actor }: EventMetadata): string | undefined =>
  'name' in actor ? actor.name : undefined;
