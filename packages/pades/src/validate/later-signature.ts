import type { Certificate } from '../cms/certificate.ts';
import { verifyDetached } from '../cms/verify-signature.ts';
import type { SignatureField } from '../pdf/interactive-form.ts';
import { PdfArray, PdfDict, PdfRef, PdfString } from '../pdf/pdf-values.ts';
import type { Revision } from '../pdf/revision-chain.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { decodeDate } from '../pdf/text-string.ts';
import { readCoverage } from './signature-coverage.ts';

/** Somebody's signature over a revision after the seal. */
export interface LaterSignature {
  readonly fieldName: string;
  /** Common name in the signer's certificate; undefined when the signature does not verify. */
  readonly signerName: string | undefined;
  readonly certificate: Certificate | undefined;
  /** As the signer's clock had it. */
  readonly signingTime: Date | undefined;
  /** It draws on a page. */
  readonly visible: boolean;
  /** Length in bytes of what it covers. */
  readonly coveredBytes: number | undefined;
  readonly fieldNum: number;
  readonly valueNum: number | undefined;
  /** Numbers of the field's widgets, the field's own when they are one. */
  readonly widgetNums: readonly number[];
}

/** The signatures that are in `after` but were not in `before`, verified as far as they can be. */
export function newSignatures(before: StrictPdf, after: StrictPdf, revision: Revision): LaterSignature[] {
  const known = new Set(before.form.signatures.map((signature) => signature.valueRef?.num));
  return after.form.signatures
    .filter((signature) => !known.has(signature.valueRef?.num))
    .map((signature) => laterSignature(after, signature, revision));
}

function laterSignature(pdf: StrictPdf, field: SignatureField, revision: Revision): LaterSignature {
  const covered = readCoverage(pdf, field, { exact: false });
  const coverage =
    typeof covered !== 'string' && covered.revision.index === revision.index ? covered : undefined;
  const [, before, after, rest] = coverage?.byteRange ?? [0, 0, 0, 0];
  const { bytes } = pdf;
  const certificate =
    coverage &&
    verifyDetached(coverage.cms, [bytes.subarray(0, before), bytes.subarray(after, after + rest)]);
  const time = pdf.resolve(field.value.get('M'));
  const widgetNums = widgetsOf(pdf, field);
  return {
    fieldName: field.name,
    signerName: certificate?.commonName,
    certificate,
    signingTime: time instanceof PdfString ? decodeDate(time.bytes) : undefined,
    visible: widgetNums.some((num) => isVisible(pdf, num)),
    coveredBytes: coverage && after + rest,
    fieldNum: field.fieldRef.num,
    valueNum: field.valueRef?.num,
    widgetNums,
  };
}

function widgetsOf(pdf: StrictPdf, { field, fieldRef }: SignatureField): number[] {
  const kids = pdf.resolve(field.get('Kids'));
  const kidNums =
    kids instanceof PdfArray ? kids.items.flatMap((kid) => (kid instanceof PdfRef ? [kid.num] : [])) : [];
  return [fieldRef.num, ...kidNums];
}

/** Anything but a rectangle without area counts as visible. */
function isVisible(pdf: StrictPdf, num: number): boolean {
  const widget = pdf.object(num);
  if (!(widget instanceof PdfDict) || !widget.has('Rect')) return false;
  const rect = pdf.resolve(widget.get('Rect'));
  const corners = rect instanceof PdfArray ? rect.items.map((item) => pdf.resolve(item)) : [];
  return corners.length !== 4 || corners[0] !== corners[2] || corners[1] !== corners[3];
}
