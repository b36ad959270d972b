import { createTransport } from 'nodemailer';

/** Connects, greets and signs in, as before each message, and sends none. @throws what nodemailer throws */
export async function askSmtpServer(url: string, timeoutMs: number): Promise<void> {
  // Nodemailer reads an address by `url.parse`, which prints one that is wrong, with its password (DEP0170).
  const { href } = new URL(url);
  const transport = createTransport({
    url: href,
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
