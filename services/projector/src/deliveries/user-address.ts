import { streams, type DataOf } from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';
import type { MailAddress } from '@lacre/mailer';
import { Unprocessable } from '@lacre/work-queue';

/** Where a user of the tenant reads mail. @throws Unprocessable when there is no such user */
export async function userAddress(store: EventStore, tenantId: string, userId: string): Promise<MailAddress> {
  for await (const event of store.readStream(streams.user(userId))) {
    if (event.type !== 'UserCreated') continue;
    const user = event.data as unknown as DataOf<'UserCreated'>;
    if (user.tenantId === tenantId) return { name: user.name, address: user.email };
  }
  throw new Unprocessable('the recipient is no user of this tenant');
}
