import { createHmac } from 'node:crypto';

import { messagesTo } from '../support/mailbox.ts';
import { until } from '../support/until.ts';
import type { Visitor } from './visitor.ts';

/** Six figures of an authenticator app (RFC 6238, 30 s, SHA-1). @param secret in Base32 */
export function totpCode(secret: string, now = Date.now()): string {
  const bits = Array.from(secret.replaceAll(/[\s=]/g, ''), (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/** The path of the newest link in a message to the address whose path or fragment fits. */
export async function mailedPath(visitor: Visitor, address: string, pattern: RegExp): Promise<string> {
  return until(`a message to ${address} with ${String(pattern)}`, async () => {
    const messages = await messagesTo(visitor.origin, address);
    for (const { text } of messages)
      for (const [link] of text.matchAll(/https?:\/\/\S+/g)) {
        const { pathname, search, hash } = new URL(link.replace(/[).,]+$/, ''));
        const path = `${pathname}${search}${hash}`;
        if (pattern.test(path)) return path;
      }
    return undefined;
  });
}

/** The six figures of the newest text message to a phone since a moment. @param phone 10 or 11 digits */
export function textedCode(visitor: Visitor, phone: string, since: Date): Promise<string> {
  return until(`a text message to ${phone}`, async () => {
    const messages = await messagesTo(visitor.origin, `+55${phone}`);
    const recent = messages.filter(({ sentAt }) => new Date(sentAt) >= since);
    return recent.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((code) => code !== undefined);
  });
}

/** Opens an address that may differ from the present one by its fragment alone. */
export async function opensLink(visitor: Visitor, path: string): Promise<void> {
  await visitor.page.goto('about:blank');
  await visitor.open(path);
}

/** Presses two keys as fast as a hand does, however slow the machine: the second of a shortcut has its time. */
export async function pressesInARow({ page }: Visitor, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
}

/** Signs out by the menu. */
export async function signsOut(visitor: Visitor): Promise<void> {
  await visitor.page.getByRole('button', { name: 'Sair', exact: true }).filter({ visible: true }).click();
  await visitor.page.waitForURL('**/login/**');
}

/** Says who they are once more, where a change of how one comes in asks for it. */
export async function fillsSignIn(visitor: Visitor, email: string, password: string): Promise<void> {
  await visitor.fill('Email', email);
  await visitor.fill('Senha', password);
  await visitor.press('Entrar');
}
