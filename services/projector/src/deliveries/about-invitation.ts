import { userInvited } from '@lacre/mailer';
import { issueProof } from '@lacre/proofs';
import { Unprocessable } from '@lacre/work-queue';

import type { Composed, Composing } from './composed.ts';
import type { InvitationNotification } from './notification-job.ts';
import { readUser } from './user-record.ts';

/** How long the link of an invitation leads to a password. */
const LIFE_DAYS = 7;
const DAY_SECONDS = 86_400;

/**
 * Mails an invitation. The link carries a proof made now, which stands in no log and in no queue.
 *
 * @throws Unprocessable when there is no such user
 */
export async function aboutInvitation(
  { log, publicUrl, proofSecret: secret, now, sender }: Composing,
  job: InvitationNotification,
): Promise<Composed> {
  const { tenantId, recipientId: userId, invitationId } = job;
  const user = await readUser(log, tenantId, userId);
  if (user === undefined) throw new Unprocessable('there is no such user in this tenant');
  if (user.status !== 'active' || user.openInvitation !== invitationId)
    return { overtaken: 'the invitation was accepted, replaced or taken back before it could be sent' };
  const expiresInSeconds = LIFE_DAYS * DAY_SECONDS;
  const claims = { tenantId, userId, invitationId };
  const proof = await issueProof('invitation', claims, { secret, now, expiresInSeconds });
  const email = userInvited({
    sender,
    recipientName: user.to.name,
    invitedBy: user.invitedBy,
    link: `${publicUrl}/password#invitation=${proof}`,
    expiresAt: new Date(now.getTime() + expiresInSeconds * 1000),
  });
  return { to: user.to, email };
}
