import { createTransport } from 'nodemailer';

/** Connects, greets and signs in, as before each message, and sends none. @throws what nodemailer throws */
export async function askSmtpServer(url: string, timeoutMs: number): Promise<void> {
  const transport = createTransport({
    url,
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
