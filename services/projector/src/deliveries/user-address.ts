import type { DomainLog } from '@lacre/domain-log';
import type { MailAddress } from '@lacre/mailer';
import { Unprocessable } from '@lacre/work-queue';

import { readUser } from './user-record.ts';

/** Where a user of the tenant reads mail. @throws Unprocessable when there is no such user, or none any more */
export async function userAddress(log: DomainLog, tenantId: string, userId: string): Promise<MailAddress> {
  const user = await readUser(log, tenantId, userId);
  if (user === undefined || user.status === 'removed')
    throw new Unprocessable('the recipient is no user of this tenant');
  return user.to;
}
