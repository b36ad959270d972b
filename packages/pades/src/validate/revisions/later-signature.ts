import type { Certificate } from '../../cms/certificate.ts';
import { DerError } from '../../cms/der.ts';
import { digestOfSignature, verifyDetached } from '../../cms/verify-detached.ts';
import { readForeignCms } from '../../embedded/read-foreign-cms.ts';
import { type SignerAnchor, type SignerTrust, signerTrust } from '../../embedded/signer-trust.ts';
import type { SignatureField } from '../../pdf/document/interactive-form.ts';
import type { Revision } from '../../pdf/revision.ts';
import { sameEntry } from '../../pdf/same-source.ts';
import type { StrictPdf } from '../../pdf/strict-pdf.ts';
import {
  isName,
  PdfArray,
  PdfDict,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfValue,
} from '../../pdf/syntax/pdf-values.ts';
import { decodeDate } from '../../pdf/syntax/text-string.ts';
import { TimeStampError } from '../../time-stamp/time-stamp-error.ts';
import { readTimeStampToken } from '../../time-stamp/time-stamp-token.ts';
import type { CoveredBytes, FileDigests } from '../file-digests.ts';
import { type Coverage, readCoverage } from '../signature-coverage.ts';
import type { SignatureStamp } from '../stamp/signature-stamp.ts';

/** A foreign signature over a revision after the seal. */
export interface LaterSignature {
  readonly fieldName: string;
  /**
   * Common name in the signer's certificate, believed only as far as `trust` goes; undefined when the signature does
   * not verify.
   */
  readonly signerName: string | undefined;
  readonly trust: SignerTrust;
  readonly certificate: Certificate | undefined;
  /** As the signer's clock had it. */
  readonly signingTime: Date | undefined;
  /** It draws on a page, or brings something that could. */
  readonly visible: boolean;
  /** Where it draws, when that is a stamp within one rectangle of one page; undefined otherwise. */
  readonly stamp: SignatureStamp | undefined;
  /** Length in bytes of what it covers. */
  readonly coveredBytes: number | undefined;
  readonly fieldNum: number;
  readonly valueNum: number | undefined;
  /** Numbers of the field's widgets, the field's own when they are one. */
  readonly widgetNums: readonly number[];
}

/** A signature or document time stamp that a revision brought, not yet verified. */
export interface NewSignature {
  readonly field: SignatureField;
  readonly kind: 'signature' | 'document-time-stamp';
  readonly coverage: Coverage | undefined;
  /** Written in the one way in which our own are. */
  readonly exact: boolean;
  readonly widgetNums: readonly number[];
  readonly visible: boolean;
}

/** The signatures that are in `after` but were not in `before`. */
export function newSignatures(before: StrictPdf, after: StrictPdf, revision: Revision): NewSignature[] {
  const known = new Set(before.form.signatures.map(({ valueRef }) => valueRef?.num));
  // One that stands in its field itself has no number: it is the one that the field had, or it is new.
  const held = new Map(before.form.signatures.map(({ fieldRef, field }) => [fieldRef.num, field]));
  return after.form.signatures
    .filter(({ valueRef, fieldRef, field }) =>
      valueRef ? !known.has(valueRef.num) : !sameEntry(held.get(fieldRef.num), field, 'V'),
    )
    .map((field) => newSignature(after, field, revision));
}

function newSignature(pdf: StrictPdf, field: SignatureField, revision: Revision): NewSignature {
  const strictly = readCoverage(pdf, field, { exact: true });
  const covered = typeof strictly === 'string' ? readCoverage(pdf, field, { exact: false }) : strictly;
  const coverage =
    typeof covered !== 'string' && covered.revision.index === revision.index ? covered : undefined;
  const widgetNums = widgetsOf(pdf, field);
  return {
    field,
    kind: isName(field.value.get('SubFilter'), 'ETSI.RFC3161') ? 'document-time-stamp' : 'signature',
    coverage,
    exact: typeof strictly !== 'string',
    widgetNums,
    visible: widgetNums.some((num) => isVisible(pdf, num)),
  };
}

/** What has to be hashed before the signature can be verified. */
export function coveredBytes({ coverage, kind }: NewSignature): CoveredBytes[] {
  if (!coverage) return [];
  const digest = kind === 'signature' ? digestOfSignature(coverage.cms) : digestOfToken(coverage.cms);
  return digest ? [{ byteRange: coverage.byteRange, digest }] : [];
}

function digestOfToken(token: Uint8Array): CoveredBytes['digest'] | undefined {
  try {
    return readTimeStampToken(token).digest;
  } catch (error) {
    if (error instanceof TimeStampError) return undefined;
    throw error;
  }
}

/** What signers after the seal are known by. */
export interface SignerContext {
  readonly anchors: readonly SignerAnchor[];
  /** Certificates that the file has elsewhere. */
  readonly pool: readonly Certificate[];
  /** The moment of judging, for a signature that states none. */
  readonly at: Date;
}

/** By the path of its certificate, at the time that the signer states. */
function trustOf(
  certificate: Certificate,
  cms: Uint8Array | undefined,
  time: Date | undefined,
  { anchors, pool, at }: SignerContext,
): SignerTrust {
  return signerTrust(certificate, anchors, { pool: [...certificatesIn(cms), ...pool], at: time ?? at });
}

function certificatesIn(cms: Uint8Array | undefined): readonly Certificate[] {
  try {
    return (cms && readForeignCms(cms)?.certificates) ?? [];
  } catch (error) {
    if (error instanceof DerError) return [];
    throw error;
  }
}

/** Verifies a foreign signature as far as possible. */
export function verifyLaterSignature(
  pdf: StrictPdf,
  { field, coverage, visible, widgetNums }: NewSignature,
  digests: FileDigests,
  signers: SignerContext,
): LaterSignature {
  const certificate =
    coverage && verifyDetached(coverage.cms, (digest) => digests.covered(coverage.byteRange, digest));
  const time = pdf.resolve(field.value.get('M'));
  const signingTime = time instanceof PdfString ? decodeDate(time.bytes) : undefined;
  return {
    fieldName: field.name,
    signerName: certificate?.commonName,
    certificate,
    trust: certificate ? trustOf(certificate, coverage?.cms, signingTime, signers) : 'unknown',
    signingTime,
    visible,
    stamp: undefined,
    coveredBytes: coverage && coverage.byteRange[2] + coverage.byteRange[3],
    fieldNum: field.fieldRef.num,
    valueNum: field.valueRef?.num,
    widgetNums,
  };
}

/**
 * The field and everything below it, however deep: a field that takes a widget of the document for its own
 * has it drawn by readers that draw those of fields only.
 */
export function widgetsOf(pdf: StrictPdf, { fieldRef }: SignatureField): number[] {
  const found = new Set<number>();
  const pending = [fieldRef.num];
  for (let num = pending.pop(); num !== undefined; num = pending.pop()) {
    if (found.has(num)) continue;
    found.add(num);
    const field = pdf.object(num);
    const kids = field instanceof PdfDict ? pdf.resolve(field.get('Kids')) : null;
    if (!(kids instanceof PdfArray)) continue;
    for (const kid of kids.items) if (kid instanceof PdfRef) pending.push(kid.num);
  }
  return [...found];
}

function isVisible(pdf: StrictPdf, num: number): boolean {
  const widget = pdf.object(num);
  if (!(widget instanceof PdfDict)) return false;
  return (widget.has('AP') && drawsSomething(pdf, widget.get('AP'), 0)) || isDrawnByItself(pdf, widget);
}

/**
 * Whether a reader may draw a widget that has no appearance: anything but a rectangle without area, and one that has
 * colours (Table 192), of which Ghostscript fills a point in no area too.
 */
export function isDrawnByItself(pdf: StrictPdf, widget: PdfDict): boolean {
  if (hasColours(pdf, widget.get('MK'))) return true;
  // A field whose widgets are others has no place; a widget without one gets it from readers.
  if (!widget.has('Rect')) return widget.has('Subtype');
  return !isPoint(pdf.resolve(widget.get('Rect')));
}

function hasColours(pdf: StrictPdf, value: PdfValue | undefined): boolean {
  const characteristics = pdf.resolve(value);
  if (!(characteristics instanceof PdfDict)) return characteristics !== null;
  return ['BC', 'BG'].some((key) => {
    const colour = pdf.resolve(characteristics.get(key));
    return colour !== null && !(colour instanceof PdfArray && colour.items.length === 0);
  });
}

/** A rectangle without area, of numbers that no reader reads otherwise (7.9.5); others make up one of their own. */
function isPoint(rect: PdfValue): boolean {
  const corners = rect instanceof PdfArray ? rect.items : [];
  const areNumbers = corners.every((item) => typeof item === 'number' && Math.abs(item) <= 32_767);
  return areNumbers && corners.length === 4 && corners[0] === corners[2] && corners[1] === corners[3];
}

/** Whether any stream of an appearance is more than white space and comments (`% DSBlank` is usual). */
function drawsSomething(pdf: StrictPdf, value: PdfValue | undefined, depth: number): boolean {
  const appearance = pdf.resolve(value);
  if (appearance === null) return false;
  if (appearance instanceof PdfDict && depth < 3) {
    return [...appearance.entries.values()].some((entry) => drawsSomething(pdf, entry.value, depth + 1));
  }
  if (!(appearance instanceof PdfStream)) return true;
  if (appearance.data.length === 0) return false;
  const text = Buffer.from(pdf.decode(appearance, { base85: true })).toString('latin1');
  return text.replaceAll(/%[^\r\n]*/g, '').trim() !== '';
}
