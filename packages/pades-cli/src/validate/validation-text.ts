import type { RevisionReport, ValidatedTimeStamp, Validation, Verdict } from '@lacre/pades';

import { labelled, plainText, sizeText, timeText } from '../terminal/plain-text.ts';

/** What a verdict means, in a sentence. */
const MEANINGS: Readonly<Record<Verdict, string>> = {
  intact: 'sealed by a trusted certificate, and every byte as it was sealed',
  'augmented-by-others':
    'genuine, with time stamps, validation data or one end of line that others added and that change nothing',
  'later-signature': "genuine as far as sealed; what follows is another signer's signature",
  'altered-after-sealing': 'begins with a genuine document; what follows is not allowed',
  incomplete: 'genuine, but at a lower level than expected',
  'unsound-inside': 'sealed by a trusted certificate, over a signature that does not hold',
  'signature-invalid': 'carries a seal that names a trusted certificate and does not hold',
  'not-sealed-by-us': 'has no seal by a trusted certificate',
  unreadable: 'not a strictly well-formed PDF, or encrypted',
};

/** The validation as a person reads it. */
export function validationText(path: string, validation: Validation): string {
  const { verdict, reasons, report, attachments, laterSignatures } = validation;
  const parts = [
    [`${plainText(path)}: ${verdict}`, `  ${MEANINGS[verdict]}`],
    reasons.map(({ code, explanation, detail }) => {
      return `  ${code}: ${explanation}${detail === undefined ? '' : ` (${plainText(detail)})`}`;
    }),
    summary(validation),
    report.revisions.length > 0 ? ['Revisions', ...report.revisions.flatMap(revisionLines)] : [],
    report.timeStamps.length > 0 ? ['Time stamps', ...report.timeStamps.map(timeStampLine)] : [],
    laterSignatures.length > 0
      ? [
          'Later signatures; the signer’s name is not proven',
          ...laterSignatures.map(
            ({ fieldName, signerName }) =>
              `  ${plainText(fieldName)}: ${plainText(signerName ?? 'does not verify')}`,
          ),
        ]
      : [],
    attachments.length > 0
      ? [
          'Attachments of the sealed document',
          ...attachments.map(
            ({ name, addedWithSeal }) =>
              `  ${plainText(name)}${addedWithSeal ? ', added with the seal' : ', brought along'}`,
          ),
        ]
      : [],
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function summary({ seal, sealedBytes, sealedSha256, sha256, sealTrace, report }: Validation): string[] {
  const { level, provenTime, provableUntil, indication } = report;
  return labelled([
    ['sealed by', seal && plainText(seal.certificate.commonName)],
    ['issued by', plainText(report.sealIssuerNames.join(', ')) || undefined],
    ['seal says', seal && timeText(seal.signingTime)],
    ['level', level],
    ['proven since', provenTime && timeText(provenTime)],
    ['provable until', provableUntil && timeText(provableUntil)],
    [
      'EN 319 102-1',
      indication && [indication.indication, indication.subIndication].filter(Boolean).join(', '),
    ],
    [
      'genuine part',
      sealedBytes === undefined ? undefined : `the first ${sealedBytes} bytes (${sizeText(sealedBytes)})`,
    ],
    ['its SHA-256', sealedSha256],
    ['SHA-256', sealedSha256 === sha256 ? undefined : sha256],
    ['traces', !seal && sealTrace ? 'it once carried a seal by a trusted certificate' : undefined],
  ]);
}

function revisionLines({ index, start, end, kind, by, time, keeps, reasons }: RevisionReport): string[] {
  const who = by.length > 0 ? ` by ${plainText(by.join(', '))}` : '';
  const when = time ? `, ${timeText(time)}` : '';
  const kept = keeps === undefined || keeps === 'intact' ? '' : `: ${keeps}`;
  return [
    `  ${index}  bytes ${start} to ${end}, ${kind}${who}${when}${kept}`,
    ...reasons.map(
      ({ code, detail }) => `       ${code}${detail === undefined ? '' : ` (${plainText(detail)})`}`,
    ),
  ];
}

function timeStampLine({ kind, time, authority, trusted, problem }: ValidatedTimeStamp): string {
  const what = kind === 'signature' ? 'of the signature' : 'of the document';
  const standing = trusted ? 'trusted' : `not trusted (${plainText(problem ?? 'no reason given')})`;
  return `  ${timeText(time)} ${what}, by ${plainText(authority?.commonName ?? 'an unknown authority')}, ${standing}`;
}
