import { createHash } from 'node:crypto';

import type { Certificate } from '@lacre/pades';

/** SHA-256 of a certificate's DER, lower-case hexadecimal. */
export const sha256Of = ({ der }: Certificate): string => createHash('sha256').update(der).digest('hex');
