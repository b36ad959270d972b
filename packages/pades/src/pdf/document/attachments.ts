import type { PdfReader } from '../pdf-reader.ts';
import {
  isCount,
  PdfDict,
  PdfName,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfValue,
} from '../syntax/pdf-values.ts';
import { decodeText } from '../syntax/text-string.ts';
import { readNameTree } from './name-tree.ts';

/** A file embedded in the document (ISO 32000-2, 7.11.4). */
export interface Attachment {
  readonly name: string;
  readonly description: string | undefined;
  readonly mediaType: string | undefined;
  /** AFRelationship, such as `Data`, `Source`, `Supplement`. */
  readonly relationship: string | undefined;
  /** Size that the document states, in bytes; not checked until {@link Attachment.read}. */
  readonly statedSizeBytes: number | undefined;
  /**
   * Index of the revision that wrote the embedded data. A file that was in the document before it
   * was sealed has a lower one than the seal's, whatever its name.
   */
  readonly revision: number;
  /**
   * The decoded bytes.
   *
   * @throws PdfSyntaxError when the data is broken, too large, or in a filter other than FlateDecode
   */
  read(): Uint8Array;
}

/** The document's embedded files, by the EmbeddedFiles name tree. */
export function readAttachments(pdf: PdfReader): Attachment[] {
  const names = pdf.resolve(pdf.catalog.get('Names'));
  const tree = names instanceof PdfDict ? pdf.resolve(names.get('EmbeddedFiles')) : null;
  if (!(tree instanceof PdfDict)) return [];
  return readNameTree(pdf, tree).flatMap(({ value }) => {
    const spec = pdf.resolve(value);
    return spec instanceof PdfDict ? attachmentOf(pdf, spec) : [];
  });
}

function attachmentOf(pdf: PdfReader, spec: PdfDict): Attachment[] {
  const files = pdf.resolve(spec.get('EF'));
  if (!(files instanceof PdfDict)) return [];
  const key = files.has('UF') ? 'UF' : 'F';
  const ref = files.get(key);
  const stream = pdf.resolve(ref);
  if (!(ref instanceof PdfRef) || !(stream instanceof PdfStream)) return [];
  const parameters = pdf.resolve(stream.dict.get('Params'));
  // Decoded once: every decoding counts against the document's limit.
  let data: Uint8Array | undefined;
  const size = parameters instanceof PdfDict ? pdf.resolve(parameters.get('Size')) : null;
  return [
    {
      name: text(pdf, spec.get('UF')) ?? text(pdf, spec.get('F')) ?? '',
      description: text(pdf, spec.get('Desc')),
      mediaType: nameOf(pdf, stream.dict.get('Subtype')),
      relationship: nameOf(pdf, spec.get('AFRelationship')),
      statedSizeBytes: isCount(size) ? size : undefined,
      revision: pdf.revisions.findLastIndex((revision) => revision.entries.has(ref.num)),
      read: () => (data ??= pdf.decode(stream)),
    },
  ];
}

function text(pdf: PdfReader, value: PdfValue | undefined): string | undefined {
  const string = pdf.resolve(value);
  return string instanceof PdfString ? decodeText(string.bytes) : undefined;
}

function nameOf(pdf: PdfReader, value: PdfValue | undefined): string | undefined {
  const name = pdf.resolve(value);
  return name instanceof PdfName ? name.name : undefined;
}
