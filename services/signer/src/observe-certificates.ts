import { certificateCheck, type Check, type Metrics } from '@lacre/observability';

import type { SealKeys } from './keys/seal-keys.ts';

interface Sealing {
  readonly sealKeys: SealKeys;
}

const endOf = ({ sealKeys }: Sealing): Date => sealKeys.signer.certificate.notAfter;

/** Whether seals can be made with the certificate that there is. */
export const sealCertificateCheck = (signer: Sealing): Check =>
  certificateCheck('seal-certificate', async () => endOf(signer));

/** When the certificate of the seals ends. */
export function observeCertificates(metrics: Metrics, signer: Sealing): void {
  metrics.add({
    name: 'lacre_certificate_end_timestamp_seconds',
    help: 'When a certificate ends, Unix time.',
    labels: ['certificate'],
    ask: async () => [{ labels: { certificate: 'seal' }, value: endOf(signer).getTime() / 1000 }],
  });
}
