import { missingCertificates } from '@lacre/signer';

import type { Audited, CheckResult } from '../check.ts';

/** The keys' folder knows every certificate that the log says was used: without one, files it sealed are strangers'. */
export async function certificatesAreKept({ facts, keysFolder }: Audited): Promise<CheckResult> {
  const events = [];
  for await (const event of facts()) if ('certificateSha256' in event.data) events.push(event);
  const missing = await missingCertificates(keysFolder, events);
  return {
    looked: `${events.length} usos de certificados`,
    problems: missing.map((sha256) => ({
      where: keysFolder,
      what: `falta o certificado ${sha256}, com que o registro diz que arquivos foram selados`,
    })),
  };
}
