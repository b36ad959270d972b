import { until } from './until.ts';

export interface MailboxMessage {
  id: string;
  to: string;
  subject: string;
  text: string;
  sentAt: string;
}

/** Messages kept by the embedded mailbox for one address, newest first. */
export async function messagesTo(origin: string, address: string): Promise<MailboxMessage[]> {
  const response = await fetch(`${origin}/dev/mailbox/messages?to=${encodeURIComponent(address)}`);
  if (!response.ok) throw new Error(`mailbox: ${response.status}`);
  return ((await response.json()) as { items: MailboxMessage[] }).items;
}

/** The six figures of the newest code sent to the address since a moment. */
export function readCode(origin: string, address: string, since: Date): Promise<string> {
  return until('the code in the mailbox', async () => {
    const messages = await messagesTo(origin, address);
    const recent = messages.filter(
      ({ subject, sentAt }) => /código|access code/i.test(subject) && new Date(sentAt) >= since,
    );
    return recent.map(({ text }) => codeIn(text)).find((code) => code !== undefined);
  });
}

/** The code of a mail: six figures alone on their line. */
export const codeIn = (text: string): string | undefined => /^ *(\d{6})$/m.exec(text)?.[1];

/** The secret of the newest link that confirms the address, once it is there. */
export function readConfirmation(origin: string, address: string): Promise<string> {
  return until('the link that confirms the address', async () => {
    const messages = await messagesTo(origin, address);
    return messages.map(({ text }) => confirmationIn(text)).find((secret) => secret !== undefined);
  });
}

/** The secret in the link of a message that confirms an address. */
export const confirmationIn = (text: string): string | undefined => /#verify=([\w-]+)/.exec(text)?.[1];
