import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { PdfSyntaxError } from '../pdf/syntax/pdf-syntax-error.ts';
import { PdfArray, PdfDict, PdfRef, PdfStream, type PdfValue } from '../pdf/syntax/pdf-values.ts';
import { editedDict, extendedArray, type PdfSource, refSource, source } from './pdf-source.ts';
import type { RevisionWriter } from './revision-writer.ts';

/** What a signature is validated with long after, each item in DER. */
export interface ValidationData {
  readonly certificates: readonly Uint8Array[];
  /** OCSPResponse of RFC 6960, 4.2.1. */
  readonly ocspResponses: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
}

type Kind = keyof ValidationData;

/** Keys of the store, and of one signature's part in it (ISO 32000-2, 12.8.4.3 and 12.8.4.4). */
const KEYS: Readonly<Record<Kind, { readonly store: string; readonly signature: string }>> = {
  certificates: { store: 'Certs', signature: 'Cert' },
  ocspResponses: { store: 'OCSPs', signature: 'OCSP' },
  crls: { store: 'CRLs', signature: 'CRL' },
};
const KINDS = Object.keys(KEYS) as Kind[];

/** Key of a signature in VRI: SHA-1 as an identifier, of Contents with its padding or of a token. */
export function vriKey(signature: Uint8Array): string {
  return createHash('sha1').update(signature).digest('hex').toUpperCase();
}

/** The file has a store that does not have the structure of one. */
export class SecurityStoreError extends Error {
  override readonly name = 'SecurityStoreError';
}

/**
 * Adds to the document security store (ISO 32000-2, 12.8.4.3; ETSI EN 319 142-1, 5.4.2), or makes it.
 * What is in the store stays, and is not written twice. An entry of VRI that is there stays as it is,
 * whatever wrote it: validators take a change of it for tampering; what it lacks is in the store's own
 * lists.
 *
 * @param perSignature by {@link vriKey}
 * @returns the catalog's keys to change; undefined when the store has everything already
 * @throws SecurityStoreError
 */
export function addToSecurityStore(
  pdf: StrictPdf,
  writer: RevisionWriter,
  data: ValidationData,
  perSignature: ReadonlyMap<string, ValidationData>,
): Map<string, PdfSource> | undefined {
  const entry = pdf.catalog.get('DSS');
  const store = dictOrNone(pdf, entry, 'DSS');
  const vri = dictOrNone(pdf, store?.get('VRI'), 'VRI');
  const streams = new Streams(pdf, writer, store);
  const edits = new Map<string, PdfSource>();
  const all = [...perSignature].map(([key, own]): [string, PdfSource] => [key, streams.entryOf(own)]);
  const vriEntries = all.filter(([key]) => !vri?.has(key));
  for (const kind of KINDS) streams.refsOf(kind, data[kind]);
  for (const kind of KINDS) {
    const { store: key } = KEYS[kind];
    const added = streams.addedTo(kind);
    if (added.length > 0) extend(pdf, writer, store, key, added, edits);
  }
  if (vriEntries.length > 0) addVri(writer, store, vri, new Map(vriEntries), edits);
  if (vriEntries.length === 0 && !streams.wroteAny) return undefined;
  // The lists that changed may be objects of their own.
  if (edits.size === 0) return new Map();
  if (store && entry instanceof PdfRef) {
    writer.write(entry, editedDict(store, edits));
    return new Map();
  }
  const body = store ? editedDict(store, edits) : newStore(edits);
  return new Map([['DSS', refSource(writer.add(body))]]);
}

function newStore(edits: ReadonlyMap<string, PdfSource>): Buffer {
  return source('<< /Type /DSS', ...[...edits].flatMap(([key, value]) => [`\n/${key} `, value]), '\n>>');
}

/** Puts references after those an array has, in the object where it stands. */
function extend(
  pdf: StrictPdf,
  writer: RevisionWriter,
  store: PdfDict | undefined,
  key: string,
  added: readonly PdfRef[],
  edits: Map<string, PdfSource>,
): void {
  const entry = store?.get(key);
  const extended = extendedArray(arrayOrNone(pdf, entry, key), added.map(refSource));
  if (entry instanceof PdfRef) writer.write(entry, extended);
  else edits.set(key, extended);
}

function addVri(
  writer: RevisionWriter,
  store: PdfDict | undefined,
  vri: PdfDict | undefined,
  entries: ReadonlyMap<string, PdfSource>,
  edits: Map<string, PdfSource>,
): void {
  const place = store?.get('VRI');
  const items = [...entries].flatMap(([key, value]) => [`\n/${key} `, value]);
  const body = vri ? editedDict(vri, entries) : source('<<', ...items, '\n>>');
  if (place instanceof PdfRef && vri) writer.write(place, body);
  else edits.set('VRI', body);
}

function dictOrNone(pdf: StrictPdf, value: PdfValue | undefined, what: string): PdfDict | undefined {
  const dict = pdf.resolve(value);
  if (dict === null || dict instanceof PdfDict) return dict ?? undefined;
  throw new SecurityStoreError(`${what} is not a dictionary`);
}

function arrayOrNone(pdf: StrictPdf, value: PdfValue | undefined, what: string): PdfArray | undefined {
  const array = pdf.resolve(value);
  if (array === null || array instanceof PdfArray) return array ?? undefined;
  throw new SecurityStoreError(`${what} is not an array`);
}

/** Streams of the store, those there and those added, each found by the digest of what it holds. */
class Streams {
  readonly #writer: RevisionWriter;
  readonly #known: Readonly<Record<Kind, Map<string, PdfRef>>>;
  readonly #added: Readonly<Record<Kind, PdfRef[]>> = { certificates: [], ocspResponses: [], crls: [] };

  constructor(pdf: StrictPdf, writer: RevisionWriter, store: PdfDict | undefined) {
    this.#writer = writer;
    const known = (kind: Kind): Map<string, PdfRef> => {
      const { store: key } = KEYS[kind];
      return knownStreams(pdf, arrayOrNone(pdf, store?.get(key), key));
    };
    this.#known = {
      certificates: known('certificates'),
      ocspResponses: known('ocspResponses'),
      crls: known('crls'),
    };
  }

  get wroteAny(): boolean {
    return KINDS.some((kind) => this.#added[kind].length > 0);
  }

  addedTo(kind: Kind): readonly PdfRef[] {
    return this.#added[kind];
  }

  /** References to streams with these contents, written when they are new. */
  refsOf(kind: Kind, items: readonly Uint8Array[]): PdfRef[] {
    const refs = items.map((item) => {
      const digest = digestOf(item);
      const known = this.#known[kind].get(digest);
      if (known) return known;
      const ref = this.#writer.add(streamOf(item));
      this.#known[kind].set(digest, ref);
      this.#added[kind].push(ref);
      return ref;
    });
    return [...new Set(refs)];
  }

  /** An entry of VRI. */
  entryOf(data: ValidationData): Buffer {
    const lists = KINDS.flatMap((kind) => {
      const refs = this.refsOf(kind, data[kind]);
      return refs.length === 0
        ? []
        : [` /${KEYS[kind].signature} `, extendedArray(undefined, refs.map(refSource))];
    });
    return source('<< /Type /VRI', ...lists, ' >>');
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function knownStreams(pdf: StrictPdf, array: PdfArray | undefined): Map<string, PdfRef> {
  const known = new Map<string, PdfRef>();
  for (const item of array?.items ?? []) {
    const stream = pdf.resolve(item);
    if (!(item instanceof PdfRef) || !(stream instanceof PdfStream)) {
      throw new SecurityStoreError('the store lists something that is not a stream');
    }
    try {
      known.set(digestOf(pdf.decode(stream)), item);
    } catch (error) {
      // Encoded in a way not read here: it stays, and is not recognised.
      if (!(error instanceof PdfSyntaxError)) throw error;
    }
  }
  return known;
}

/** What compression must save to be worth it: only long CRLs come to that, signatures are noise. */
const MIN_SAVING_BYTES = 4096;

function streamOf(data: Uint8Array): Buffer {
  const deflated = data.length > MIN_SAVING_BYTES ? deflateSync(data) : data;
  const worth = data.length - deflated.length >= MIN_SAVING_BYTES;
  const body = worth ? deflated : data;
  const filter = worth ? ' /Filter /FlateDecode' : '';
  return source(`<< /Length ${body.length}${filter} >>\nstream\n`, body, '\nendstream');
}
