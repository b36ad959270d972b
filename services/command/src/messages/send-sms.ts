import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';

import type { Language } from '@lacre/contracts/languages';
import { Refusal } from '@lacre/http';
import { ACCESS_CODE_MINUTES, internationalPhone, type SmsSender } from '@lacre/mailer';
import type { Logger } from 'pino';

/** What text messages leave by. */
export interface SmsParts {
  /** Undefined where nothing goes by SMS. */
  readonly sms?: SmsSender | undefined;
  readonly publicUrl: string;
  readonly log: Logger;
}

/** Within the GSM alphabet, so that each is one part. */
const TEXTS: Readonly<Record<Language, (code: string) => string>> = {
  'pt-BR': (code) =>
    `Lacre: seu codigo e ${code}. Vale por ${ACCESS_CODE_MINUTES} minutos. Nao o passe a ninguem.`,
  en: (code) =>
    `Lacre: your code is ${code}. It is valid for ${ACCESS_CODE_MINUTES} minutes. Do not pass it on.`,
  es: (code) => `Lacre: su codigo es ${code}. Vale por ${ACCESS_CODE_MINUTES} minutos. No lo comparta.`,
};

/**
 * Sends a one-time code to a phone (10 or 11 digits). Its last line binds the code to the site for browsers that fill
 * it in (WICG "Origin-bound one-time codes"). @throws Refusal AUTH_METHOD_NOT_ALLOWED, SMS_NOT_SENT
 */
export async function sendCodeBySms(
  service: SmsParts,
  phone: string,
  code: string,
  language: Language = 'pt-BR',
): Promise<void> {
  const { sms, publicUrl } = service;
  if (sms === undefined) throw new Refusal('AUTH_METHOD_NOT_ALLOWED');
  const { hostname } = new URL(publicUrl);
  const bound = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? `\n\n@${hostname} #${code}` : '';
  try {
    await sms.send({
      messageId: `code.${randomUUID()}`,
      to: internationalPhone(phone),
      text: `${TEXTS[language](code)}${bound}`,
    });
  } catch (cause) {
    service.log.warn({ err: cause }, 'a one-time code could not be sent by SMS');
    throw new Refusal('SMS_NOT_SENT', { cause });
  }
}
