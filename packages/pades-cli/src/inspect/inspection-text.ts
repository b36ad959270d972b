import { labelled, plainText, sizeText, timeText } from '../terminal/plain-text.ts';
import type { ChangeReport, RevisionReport } from './describe-revision.ts';
import type { SignatureReport } from './describe-signature.ts';
import type { AttachmentReport, Inspection } from './inspect-pdf.ts';

/** More changes of one revision than a person reads on a screen. */
const MAX_CHANGES = 25;

/** The inspection as a person reads it. */
export function inspectionText(path: string, inspection: Inspection): string {
  const { signatures = [], revisions = [], attachments = [], problems } = inspection;
  const parts = [
    [plainText(path), ...summary(inspection)],
    problems.length > 0
      ? ['Problems', ...problems.map(({ part, message }) => `  ${part}: ${plainText(message)}`)]
      : [],
    revisions.length > 0 ? ['Revisions', ...revisions.flatMap(revisionLines)] : [],
    signatures.length > 0
      ? ['Signatures, as they describe themselves; none was verified', ...signatures.flatMap(signatureLines)]
      : [],
    attachments.length > 0 ? ['Attachments', ...attachments.map(attachmentLine)] : [],
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function summary(inspection: Inspection): string[] {
  const {
    sizeBytes,
    sha256,
    version,
    encrypted,
    objects,
    pageCount,
    pageSizes,
    formFields,
    certification,
    store,
  } = inspection;
  const sizes = pageSizes
    ?.slice(0, 6)
    .map(({ widthPt, heightPt, pages }) => `${widthPt} × ${heightPt} pt (${pages})`);
  return labelled([
    ['size', sizeText(sizeBytes)],
    ['SHA-256', sha256],
    ['PDF version', version],
    ['well-formed', inspection.wellFormed ? 'yes, strictly' : 'no'],
    ['encrypted', encrypted ? 'yes: nothing inside can be read' : undefined],
    ['objects', objects?.toString()],
    ['pages', pageCount === undefined ? undefined : `${pageCount}: ${sizes?.join(', ') ?? ''}`],
    ['form', formFields ? `${formFields} fields` : undefined],
    ['certified', certification === undefined ? undefined : `DocMDP ${certification}`],
    [
      'security store',
      store &&
        `${store.certificates} certificates, ${store.ocspResponses} OCSP responses, ${store.crls} CRLs, entries for ${store.signatures} signatures`,
    ],
    ['active content', activeText(inspection)],
  ]);
}

function activeText({ activeContent }: Inspection): string | undefined {
  if (!activeContent) return undefined;
  const names = {
    openAction: 'open action',
    additionalActions: 'additional actions',
    javaScript: 'JavaScript',
    launch: 'launch action',
    stateActions: 'actions that hide, show or reset',
    xfa: 'XFA form',
    collection: 'portfolio',
  } as const;
  const found = (Object.keys(names) as (keyof typeof names)[]).filter((key) => activeContent[key]);
  return found.length === 0 ? 'none' : found.map((key) => names[key]).join(', ');
}

function revisionLines(revision: RevisionReport): string[] {
  const { index, start, end, crossReference, objects, changes, problem } = revision;
  const head = `  ${index}  bytes ${start} to ${end}, ${objects} objects listed in a ${crossReference}`;
  const further = revision.furtherChanges + Math.max(0, changes.length - MAX_CHANGES);
  return [
    head,
    ...(problem === undefined ? [] : [`       cannot be compared: ${plainText(problem)}`]),
    ...changes.slice(0, MAX_CHANGES).map(changeLine),
    ...(further > 0 ? [`       and ${further} more`] : []),
  ];
}

function changeLine({ object, change, role, keys }: ChangeReport): string {
  const told = keys.length > 0 ? `: ${plainText(keys.join(', '))}` : '';
  return `       ${change.padEnd(7)}  object ${object}, ${plainText(role)}${told}`;
}

function signatureLines(signature: SignatureReport): string[] {
  const {
    fieldName,
    kind,
    subFilter,
    byteRange,
    revision,
    coverageProblem,
    signingTime,
    signer,
    timeStamp,
    cmsProblem,
  } = signature;
  const text = (value: string | undefined): string | undefined => value && plainText(value);
  return [
    `  ${plainText(fieldName)}: ${kind}`,
    ...labelled([
      ['format', text(subFilter)],
      [
        'covers',
        revision === undefined ? `no whole revision (${coverageProblem})` : `revision ${revision} whole`,
      ],
      ['byte range', byteRange && `[${byteRange.join(' ')}]`],
      ['says it was made', signingTime && timeText(signingTime)],
      ['name', text(signature.name)],
      ['reason', text(signature.reason)],
      ['location', text(signature.location)],
      ['certificate', signer && `${plainText(signer.subject)}, until ${timeText(signer.notAfter)}`],
      ['issued by', text(signer?.issuer)],
      [
        'time stamp',
        timeStamp &&
          `${timeText(timeStamp.time)} by ${plainText(timeStamp.authority ?? 'an unnamed authority')}`,
      ],
      ['unreadable', text(cmsProblem)],
    ]).map((line) => `  ${line}`),
  ];
}

function attachmentLine({ name, mediaType, statedSizeBytes, revision }: AttachmentReport): string {
  const size = statedSizeBytes === undefined ? 'size not stated' : sizeText(statedSizeBytes);
  return `  ${plainText(name)}, ${plainText(mediaType ?? 'no type')}, ${size}, in revision ${revision}`;
}
