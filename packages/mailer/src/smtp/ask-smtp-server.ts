import { readFileSync } from 'node:fs';

/**
 * Connects, greets and signs in, as before each message, and sends none.
 *
 * @param caFile PEM file of the authorities that its certificate leads to
 * @throws TypeError ERR_INVALID_URL for what is no address of an SMTP server; else what nodemailer throws
 */
export async function askSmtpServer(url: string, timeoutMs: number, caFile?: string): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpAddress(url),
    ...(caFile !== undefined && { tls: { ca: readFileSync(caFile) } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Nodemailer reads an address by `url.parse`, which prints one that is wrong, with its password (DEP0170). */
function smtpAddress(url: string): string {
  const { protocol, href } = new URL(url);
  if (!/^smtps?:$/.test(protocol))
    throw Object.assign(new TypeError('no address of an SMTP server'), { code: 'ERR_INVALID_URL' });
  return href;
}
