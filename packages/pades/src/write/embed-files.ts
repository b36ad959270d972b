import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

import { readNameTree } from '../pdf/document/name-tree.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { PdfArray, PdfDict, PdfRef } from '../pdf/syntax/pdf-values.ts';
import { encodeDate, encodeText } from '../pdf/syntax/text-string.ts';
import {
  editedDict,
  extendedArray,
  nameSource,
  type PdfSource,
  refSource,
  source,
  valueSource,
} from './pdf-source.ts';
import type { RevisionWriter } from './revision-writer.ts';

/** A file to embed. */
export interface AttachmentSource {
  readonly name: string;
  /** Such as `application/json`. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly description?: string | undefined;
  /** What it is to the document (ISO 32000-2, Table 43). */
  readonly relationship?: 'Source' | 'Data' | 'Alternative' | 'Supplement' | 'Unspecified' | undefined;
}

/**
 * Embeds files as associated files of the document: streams, file specifications, the EmbeddedFiles
 * name tree, and AF (ISO 32000-2, 7.11.4, 14.13).
 *
 * @returns the catalog's keys to change
 */
export function embedFiles(
  pdf: StrictPdf,
  writer: RevisionWriter,
  files: readonly AttachmentSource[],
  modified: Date,
): Map<string, PdfSource> {
  const specs = files.map((file) => ({ name: file.name, ref: writeFile(writer, file, modified) }));
  const edits = new Map<string, PdfSource>();
  const associated = pdf.resolve(pdf.catalog.get('AF'));
  const kept = associated instanceof PdfArray ? associated : undefined;
  edits.set(
    'AF',
    extendedArray(
      kept,
      specs.map((spec) => refSource(spec.ref)),
    ),
  );

  const namesEntry = pdf.catalog.get('Names');
  const names = pdf.resolve(namesEntry);
  const tree = names instanceof PdfDict ? pdf.resolve(names.get('EmbeddedFiles')) : null;
  const embedded = new Map([
    ['EmbeddedFiles', treeSource(pdf, tree instanceof PdfDict ? tree : undefined, specs)],
  ]);
  if (namesEntry instanceof PdfRef && names instanceof PdfDict)
    writer.write(namesEntry, editedDict(names, embedded));
  else if (names instanceof PdfDict) edits.set('Names', editedDict(names, embedded));
  else edits.set('Names', source('<< /EmbeddedFiles ', embedded.get('EmbeddedFiles') as Buffer, ' >>'));
  return edits;
}

function writeFile(writer: RevisionWriter, file: AttachmentSource, modified: Date): PdfRef {
  const deflated = deflateSync(file.bytes);
  const smaller = deflated.length < file.bytes.length;
  const data = smaller ? deflated : file.bytes;
  // Table 45: the checksum is MD5 by definition; nothing is trusted by it.
  const checkSum = createHash('md5').update(file.bytes).digest('hex');
  const date = encodeDate(modified);
  const stream = writer.add(
    source(
      `<< /Type /EmbeddedFile /Subtype ${nameSource(file.mediaType)} /Length ${data.length}`,
      smaller ? ' /Filter /FlateDecode' : '',
      ` /Params << /Size ${file.bytes.length} /ModDate ${date} /CheckSum <${checkSum}> >> >>\nstream\n`,
      data,
      '\nendstream',
    ),
  );
  const name = encodeText(file.name);
  const description = file.description === undefined ? '' : ` /Desc ${encodeText(file.description)}`;
  return writer.add(
    `<< /Type /Filespec /F ${name} /UF ${name}${description} /AFRelationship /${file.relationship ?? 'Unspecified'}` +
      ` /EF << /F ${refSource(stream)} /UF ${refSource(stream)} >> >>`,
  );
}

/** The tree as a single root, its keys sorted by bytes as 7.9.6 wants and each used once. */
function treeSource(
  pdf: StrictPdf,
  existing: PdfDict | undefined,
  added: readonly { readonly name: string; readonly ref: PdfRef }[],
): Buffer {
  const pairs = new Map<string, PdfSource>();
  for (const { key, value } of existing ? readNameTree(pdf, existing) : []) {
    pairs.set(Buffer.from(key).toString('hex'), valueSource(value, refSource));
  }
  for (const { name, ref } of added) {
    let key = Buffer.from(name, 'utf8').toString('hex');
    while (pairs.has(key)) key += '2b';
    pairs.set(key, refSource(ref));
  }
  const sorted = [...pairs].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return source('<< /Names [', ...sorted.flatMap(([key, value]) => [` <${key}> `, value]), ' ] >>');
}
