import type { LoggedEvent } from '@lacre/domain-log';
import { missingCertificates } from '@lacre/signer';

import type { Audited, BegunCheck } from '../check.ts';

/** The keys' folder knows every certificate that the log says was used: without one, files it sealed are strangers'. */
export function certificatesAreKept({ keysFolder }: Audited): BegunCheck {
  const events: LoggedEvent[] = [];
  return {
    enter: (event) => {
      if ('certificateSha256' in event.data) events.push(event);
    },
    end: async () => {
      const missing = await missingCertificates(keysFolder, events);
      return {
        looked: `${events.length} usos de certificados`,
        problems: missing.map((sha256) => ({
          where: keysFolder,
          what: `falta o certificado ${sha256}, com que o registro diz que arquivos foram selados`,
        })),
      };
    },
  };
}
