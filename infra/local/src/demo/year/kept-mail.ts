import type { Mailer, MailMessage } from '@lacre/mailer';

import type { Inbox } from '../demo-client.ts';

/** Of an address: what a person of the year still looks at. */
const KEPT = 12;

/**
 * The mail server of the year's people: it takes every message, and keeps the last few of each address in memory. None
 * of them is in the mailbox of the installation, whose messages are of today.
 */
export class KeptMail implements Mailer, Inbox {
  readonly #byAddress = new Map<string, MailMessage[]>();

  async send(message: MailMessage): Promise<void> {
    const { address } = message.to;
    const kept = this.#byAddress.get(address) ?? [];
    kept.unshift(message);
    this.#byAddress.set(address, kept.slice(0, KEPT));
  }

  async listMessages({ to, search = '', limit }: Parameters<Inbox['listMessages']>[0]) {
    const wanted = search.toLowerCase();
    return (this.#byAddress.get(to) ?? [])
      .filter(({ subject, text }) => `${subject} ${text}`.toLowerCase().includes(wanted))
      .slice(0, limit)
      .map(({ messageId: id }) => ({ id }));
  }

  async readMessage(id: string) {
    return [...this.#byAddress.values()].flat().find(({ messageId }) => messageId === id);
  }
}
