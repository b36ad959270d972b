import { parseArgs } from 'node:util';

import {
  type Certificate,
  certificateExtensions,
  type TrustedSealCertificate,
  validatePdf,
} from '@lacre/pades';

import { certificatesIn, issuersAbove } from '../terminal/certificates-in.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import { levelNamed } from '../terminal/level-named.ts';
import { readNamedFile } from '../terminal/read-file.ts';
import { validationJson } from './validation-json.ts';
import { validationText } from './validation-text.ts';

/** `pades validate`. */
export async function validateCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      trust: { type: 'string', multiple: true, default: [] },
      'trust-tsa': { type: 'string', multiple: true },
      expect: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0)
    throw new CommandError('validate takes one file; see pades help validate');
  if (values.trust.length === 0) throw new CommandError('--trust is missing: which certificates seal?');
  const anchors = values['trust-tsa']?.flatMap(certificatesIn);
  const validation = await validatePdf(readNamedFile(path), {
    trustedSealCertificates: sealCertificatesAmong(values.trust.flatMap(certificatesIn)),
    at: new Date(),
    ...(anchors && { trustAnchors: anchors }),
    ...(values.expect !== undefined && { expectedLevel: levelNamed(values.expect) }),
  });
  const text = values.json
    ? JSON.stringify(validationJson(validation), undefined, 2)
    : validationText(path, validation);
  process.stdout.write(`${text}\n`);
  if (validation.verdict === 'unreadable') return EXIT.usage;
  return validation.verdict === 'intact' ? EXIT.ok : EXIT.negative;
}

/** The certificates that are no authorities, each with the issuers above it. */
function sealCertificatesAmong(certificates: readonly Certificate[]): TrustedSealCertificate[] {
  const ends = certificates.filter((certificate) => !certificateExtensions(certificate).isAuthority);
  if (ends.length === 0) {
    throw new CommandError(
      '--trust names authorities only; the certificate that seals is asked for, not who issued it',
    );
  }
  return ends.map((certificate) => ({ certificate, chain: issuersAbove(certificate, certificates) }));
}
