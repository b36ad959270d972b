import { streams, type DataOf } from '@lacre/contracts';
import { tokenExpiring } from '@lacre/mailer';
import { Unprocessable } from '@lacre/work-queue';

import type { Composed, Composing } from './composed.ts';
import type { TokenNotification } from './notification-job.ts';
import { readUser } from './user-record.ts';

/** Warns the issuer of an API token that it is about to expire. @throws Unprocessable when there is no such token */
export async function aboutToken(
  { log, publicUrl, now, sender }: Composing,
  { tenantId, recipientId, tokenId }: TokenNotification,
): Promise<Composed> {
  let issued: DataOf<'ApiTokenIssued'> | undefined;
  let isRevoked = false;
  for await (const event of log.readStream(streams.token(tokenId))) {
    if (event.type === 'ApiTokenIssued') issued = event.data;
    if (event.type === 'ApiTokenRevoked') isRevoked = true;
  }
  if (issued?.tenantId !== tenantId || issued.issuerId !== recipientId || issued.expiresAt === undefined)
    throw new Unprocessable('there is no such token of this user');
  const expiresAt = new Date(issued.expiresAt);
  const user = await readUser(log, tenantId, recipientId);
  if (isRevoked || now >= expiresAt || user?.status !== 'active')
    return { overtaken: 'the token was of no use any more before its end could be announced' };
  const { description } = issued;
  const { to } = user;
  return {
    to,
    email: tokenExpiring({
      sender,
      recipientName: to.name,
      description,
      expiresAt,
      link: `${publicUrl}/tokens`,
    }),
  };
}
