import { portOf } from '@lacre/test-support';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string;
  from: { name: string; address: string };
  subject: string;
  messageId: string;
  text: string;
  html: string;
  receivedAt: Date;
}

export interface MailServer {
  /** As `SMTP_URL` takes it. */
  url: string;
  /** What it took, in the order it came. */
  received: readonly ReceivedMail[];
  /** From now on what is for this address is answered with this code of SMTP; 0 takes it again. */
  answer(address: string, responseCode: number): void;
  /** How often something for this address was refused. */
  refusals(address: string): number;
  close(): Promise<void>;
}

/**
 * A real SMTP server, on a free port of this machine unless another is named.
 *
 * @param options.received what one before it took, which it goes on from
 */
export async function startMailServer({
  host = '127.0.0.1',
  port = 0,
  received = [],
}: { host?: string; port?: number; received?: ReceivedMail[] } = {}): Promise<MailServer> {
  const answers = new Map<string, number>();
  const refused = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = answers.get(address) ?? 0;
      if (responseCode === 0) return done();
      refused.set(address, (refused.get(address) ?? 0) + 1);
      return done(Object.assign(new Error('not taken'), { responseCode }));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const keep = async (): Promise<void> => {
          const mail = await PostalMime.parse(Buffer.concat(chunks));
          received.push({
            to: envelope.rcptTo[0]?.address ?? '',
            from: { name: mail.from?.name ?? '', address: mail.from?.address ?? '' },
            subject: mail.subject ?? '',
            messageId: mail.messageId ?? '',
            text: mail.text ?? '',
            html: mail.html ?? '',
            receivedAt: new Date(),
          });
        };
        void keep().finally(done);
      });
    },
  });
  // A client that was killed in the middle of a message.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return {
    url: `smtp://127.0.0.1:${portOf(server.server)}`,
    received,
    answer: (address, responseCode) => void answers.set(address, responseCode),
    refusals: (address) => refused.get(address) ?? 0,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
