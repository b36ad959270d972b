import { Demo } from '@lacre/local/demo';

import { messagesTo, type MailboxMessage } from './mailbox.ts';

/** The processes of today of the demo, without its year, which takes most of the time that a demo takes. */
export async function fillByDemo(origin: string): Promise<void> {
  const seen = new Map<string, MailboxMessage>();
  const demo = new Demo(origin, {
    listMessages: async ({ to, search = '' }) => {
      const messages = await messagesTo(origin, to);
      for (const message of messages) seen.set(message.id, message);
      return messages.filter(({ subject, text }) => `${subject} ${text}`.includes(search));
    },
    readMessage: async (id) => seen.get(id),
  });
  await demo.fill();
}
