import { createHash } from 'node:crypto';

import {
  type ActiveContent,
  type PdfSyntaxCode,
  PdfSyntaxError,
  readAttachments,
  readPdf,
  type StrictPdf,
} from '@lacre/pades';
import { asBuffer, PdfArray, PdfDict } from '@lacre/pades/pdf';

import { describeRevisions, type RevisionReport } from './describe-revision.ts';
import { describeSignature, type SignatureReport } from './describe-signature.ts';

/** What stands in the way of a part of the report. */
interface Problem {
  /** The part that is missing or incomplete for it. */
  readonly part:
    | 'file'
    | 'objects'
    | 'pages'
    | 'form'
    | 'revisions'
    | 'store'
    | 'active content'
    | 'attachments';
  readonly code: PdfSyntaxCode;
  readonly offset: number;
  readonly message: string;
}

interface PageSize {
  /** Of the crop box, in points (1/72 inch), as it is shown: rotated, and times UserUnit. */
  readonly widthPt: number;
  readonly heightPt: number;
  readonly pages: number;
}

export interface AttachmentReport {
  readonly name: string;
  readonly mediaType: string | undefined;
  readonly relationship: string | undefined;
  readonly description: string | undefined;
  readonly statedSizeBytes: number | undefined;
  /** Index of the revision that wrote it. */
  readonly revision: number;
}

/** How much validation data the document security store has (ISO 32000-2, 12.8.4.3). */
interface StoreReport {
  readonly certificates: number;
  readonly ocspResponses: number;
  readonly crls: number;
  /** Signatures that have an entry of their own. */
  readonly signatures: number;
}

/** What is in a file. Parts that could not be read are undefined, and `problems` says why. */
export interface Inspection {
  readonly sizeBytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Strictly so, every object included: it reads one way only. */
  readonly wellFormed: boolean;
  readonly problems: readonly Problem[];
  readonly version: string | undefined;
  readonly encrypted: boolean | undefined;
  readonly objects: number | undefined;
  readonly pageCount: number | undefined;
  readonly pageSizes: readonly PageSize[] | undefined;
  /** Fields at the root of the interactive form. */
  readonly formFields: number | undefined;
  /** DocMDP permission of a certified document: 1 nothing, 2 forms and signatures, 3 annotations too. */
  readonly certification: number | undefined;
  readonly signatures: readonly SignatureReport[] | undefined;
  readonly store: StoreReport | undefined;
  readonly activeContent: ActiveContent | undefined;
  readonly attachments: readonly AttachmentReport[] | undefined;
  readonly revisions: readonly RevisionReport[] | undefined;
}

/**
 * Looks into a file, however hostile: nothing in it is run, opened or fetched, and nothing of it is
 * believed. Signatures are described, not verified.
 *
 * Never throws on account of the content.
 */
export function inspectPdf(bytes: Uint8Array): Inspection {
  const problems: Problem[] = [];
  const attempt = <T>(part: Problem['part'], read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof PdfSyntaxError)) throw error;
      const { code, offset, message } = error;
      // One fault shows in many parts.
      if (!problems.some((known) => known.message === message))
        problems.push({ part, code, offset, message });
      return undefined;
    }
  };
  const pdf = attempt('file', () => readPdf(bytes));
  const look = <T>(part: Problem['part'], read: (file: StrictPdf) => T): T | undefined =>
    pdf && attempt(part, () => read(pdf));
  look('objects', (file) => file.checkAllObjects());
  const form = look('form', (file) => file.form);
  return {
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(asBuffer(bytes)).digest('hex'),
    problems,
    version: pdf?.headerVersion,
    encrypted: pdf?.encrypted,
    objects: pdf && [...pdf.objectNumbers()].length,
    pageCount: look('pages', (file) => file.pageCount),
    pageSizes: look('pages', pageSizes),
    formFields: form?.rootNames.size,
    certification: form?.certification?.permission,
    signatures: look('form', (file) => file.form.signatures.map((field) => describeSignature(file, field))),
    store: look('store', storeOf),
    activeContent: look('active content', (file) => file.activeContent),
    attachments: look('attachments', attachmentsOf),
    revisions: look('revisions', describeRevisions),
    wellFormed: problems.length === 0,
  };
}

function pageSizes({ pages }: StrictPdf): PageSize[] {
  const counts = new Map<string, { widthPt: number; heightPt: number; pages: number }>();
  for (const { cropBox, rotate, userUnit } of pages) {
    const [left, bottom, right, top] = cropBox;
    const sides = [(right - left) * userUnit, (top - bottom) * userUnit].map(
      (side) => Math.round(side * 100) / 100,
    );
    const [widthPt = 0, heightPt = 0] = rotate % 180 === 0 ? sides : sides.toReversed();
    const size = counts.get(`${widthPt} ${heightPt}`) ?? { widthPt, heightPt, pages: 0 };
    size.pages += 1;
    counts.set(`${widthPt} ${heightPt}`, size);
  }
  return [...counts.values()];
}

function storeOf(pdf: StrictPdf): StoreReport | undefined {
  const store = pdf.resolve(pdf.catalog.get('DSS'));
  if (!(store instanceof PdfDict)) return undefined;
  const count = (key: string): number => {
    const list = pdf.resolve(store.get(key));
    return list instanceof PdfArray ? list.items.length : 0;
  };
  const vri = pdf.resolve(store.get('VRI'));
  return {
    certificates: count('Certs'),
    ocspResponses: count('OCSPs'),
    crls: count('CRLs'),
    signatures: vri instanceof PdfDict ? vri.entries.size : 0,
  };
}

function attachmentsOf(pdf: StrictPdf): AttachmentReport[] {
  return readAttachments(pdf).map(
    ({ name, mediaType, relationship, description, statedSizeBytes, revision }) => ({
      name,
      mediaType,
      relationship,
      description,
      statedSizeBytes,
      revision,
    }),
  );
}
