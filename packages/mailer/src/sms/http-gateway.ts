import { fetch } from '@lacre/http-client';

import { SmsNotSent, type SmsMessage, type SmsSender } from './port.ts';

export interface HttpGatewayOptions {
  /** `SMS_GATEWAY_URL`: takes `POST { to, text }`. */
  url: string;
  /** `SMS_GATEWAY_TOKEN`, sent as a bearer token. */
  token?: string | undefined;
  /** For the whole answer. Default 10 s. */
  timeoutMs?: number;
}

/**
 * Sends through a gateway that takes JSON over HTTP: `{ "to": "+5511…", "text": "…" }`, with the message's id as
 * `Idempotency-Key`. Any 2xx takes it; whatever else is no answer of use. Redirects are not followed: they would carry
 * the token elsewhere.
 */
export function createHttpSmsGateway(options: HttpGatewayOptions): SmsSender {
  const { url, token, timeoutMs = 10_000 } = options;
  return {
    async send({ messageId, to, text }: SmsMessage): Promise<void> {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          'content-type': 'application/json',
          'idempotency-key': messageId,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ to, text }),
      }).catch((cause: unknown) => {
        throw new SmsNotSent('The SMS gateway did not answer', { cause });
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new SmsNotSent(`The SMS gateway answered ${answer.status}`);
    },
  };
}
