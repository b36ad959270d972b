import { type Certificate, readCertificate } from '../../cms/certificate.ts';
import { DerError } from '../../cms/der.ts';
import { sameEntry, sameSource } from '../../pdf/same-source.ts';
import type { StrictPdf } from '../../pdf/strict-pdf.ts';
import { PdfSyntaxError } from '../../pdf/syntax/pdf-syntax-error.ts';
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
import { type OcspResponse, readOcspResponse } from '../../revocation/ocsp-response.ts';
import { type Crl, readCrl } from '../../revocation/read-crl.ts';
import { RevocationError } from '../../revocation/revocation-error.ts';
import { TimeStampError } from '../../time-stamp/time-stamp-error.ts';
import { readTimeStampToken } from '../../time-stamp/time-stamp-token.ts';
import type { ValidationData } from '../../write/security-store.ts';

/** Validation data, read but not believed. */
export interface StoredData {
  readonly certificates: readonly Certificate[];
  readonly ocspResponses: readonly OcspResponse[];
  readonly crls: readonly Crl[];
}

/** What a revision did to the document security store (ISO 32000-2, 12.8.4.3). */
export interface StoreChange {
  /** Why the store is not one, or not one that only grew; undefined when all is well. */
  readonly problem: string | undefined;
  /** It gained something. */
  readonly grew: boolean;
  /** Numbers of the objects that it has in this revision: containers of any age, and new streams. */
  readonly objects: ReadonlySet<number>;
  /** What was added, in the order of the store's lists. */
  readonly added: ValidationData;
  readonly data: StoredData;
  /** New entries of VRI, by key. */
  readonly addedVri: ReadonlyMap<string, ValidationData>;
}

type Kind = keyof ValidationData;
const KINDS: readonly Kind[] = ['certificates', 'ocspResponses', 'crls'];
const LISTS: Readonly<Record<Kind, string>> = { certificates: 'Certs', ocspResponses: 'OCSPs', crls: 'CRLs' };
const VRI_LISTS: Readonly<Record<Kind, string>> = {
  certificates: 'Cert',
  ocspResponses: 'OCSP',
  crls: 'CRL',
};
/** Keys of a stream that only holds data. */
const STREAM_KEYS = new Set(['Length', 'Filter', 'DecodeParms']);

/** Of each kind in one revision; each has signatures to be verified. */
const MAX_ITEMS = 64;

class StoreError extends Error {}

/** The store that nothing was done to. */
export const NO_STORE_CHANGE: StoreChange = {
  problem: undefined,
  grew: false,
  objects: new Set(),
  added: { certificates: [], ocspResponses: [], crls: [] },
  data: { certificates: [], ocspResponses: [], crls: [] },
  addedVri: new Map(),
};

/**
 * What is in the store that a document has, of which nothing is believed yet. What cannot be read is passed over: other
 * readers may take it for something.
 */
export function storedData(pdf: StrictPdf): StoredData {
  const store = pdf.resolve(pdf.catalog.get('DSS'));
  const streams = (kind: Kind): Uint8Array[] => {
    const list = store instanceof PdfDict ? pdf.resolve(store.get(LISTS[kind])) : null;
    const items = list instanceof PdfArray ? list.items.slice(0, MAX_ITEMS) : [];
    return items.flatMap((item) => {
      const stream = pdf.resolve(item);
      return stream instanceof PdfStream ? (readable(() => pdf.decode(stream)) ?? []) : [];
    });
  };
  return {
    certificates: streams('certificates').flatMap((der) => readable(() => readCertificate(der)) ?? []),
    ocspResponses: streams('ocspResponses').flatMap((der) => readable(() => readOcspResponse(der)) ?? []),
    crls: streams('crls').flatMap((der) => readable(() => readCrl(der)) ?? []),
  };
}

function readable<Read>(read: () => Read): Read | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DerError || error instanceof PdfSyntaxError || error instanceof RevocationError)
      return undefined;
    throw error;
  }
}

/** Looks at the store as `after` has it, against `before`. Strictly typed: what has no place is a problem. */
export function storeChange(before: StrictPdf, after: StrictPdf): StoreChange {
  if (!after.catalog.has('DSS')) {
    return before.catalog.has('DSS') ? { ...NO_STORE_CHANGE, problem: 'the store is gone' } : NO_STORE_CHANGE;
  }
  try {
    return new StoreReader(before, after).read();
  } catch (error) {
    const told = error instanceof StoreError || error instanceof DerError;
    if (
      told ||
      error instanceof PdfSyntaxError ||
      error instanceof RevocationError ||
      error instanceof TimeStampError
    ) {
      return { ...NO_STORE_CHANGE, problem: error.message };
    }
    throw error;
  }
}

/** Keys of the store and of an entry of VRI behind which more of the store is; behind those of VRI all is. */
const LEVELS: readonly (ReadonlySet<string> | undefined)[] = [
  new Set(['VRI', ...Object.values(LISTS)]),
  undefined,
  new Set(Object.values(VRI_LISTS)),
  new Set(),
];

class StoreReader {
  readonly #before: StrictPdf;
  readonly #after: StrictPdf;
  readonly #objects = new Set<number>();
  readonly #oldStreams = new Set<number>();
  readonly #oldContainers = new Set<number>();
  readonly #data: { [K in Kind]: StoredData[K][number][] } = {
    certificates: [],
    ocspResponses: [],
    crls: [],
  };

  constructor(before: StrictPdf, after: StrictPdf) {
    this.#before = before;
    this.#after = after;
  }

  read(): StoreChange {
    // What the author or others brought along is covered by the seal; how well it is made, no later revision answers for.
    if (this.#isAsItWas(this.#before.catalog, this.#after.catalog, 'DSS', 0)) {
      return NO_STORE_CHANGE;
    }
    const old = this.#oldDict(this.#before.catalog.get('DSS'));
    this.#walkOld(this.#before.catalog.get('DSS'), 0);
    const keys = ['Type', 'VRI', ...Object.values(LISTS)];
    const store = this.#dict(this.#after.catalog.get('DSS'), keys, old);
    if (store.has('Type') && !isName(store.get('Type'), 'DSS')) throw new StoreError('Type is not DSS');
    const added = this.#lists(store, old, LISTS);
    const addedVri = this.#vri(store, old);
    const grew = addedVri.size > 0 || KINDS.some((kind) => added[kind].length > 0);
    return { problem: undefined, grew, objects: this.#objects, added, data: this.#data, addedVri };
  }

  #vri(store: PdfDict, oldStore: PdfDict | undefined): Map<string, ValidationData> {
    const old = this.#oldDict(oldStore?.get('VRI'));
    const added = new Map<string, ValidationData>();
    if (!store.has('VRI')) {
      if (old) throw new StoreError('VRI is gone');
      return added;
    }
    const vri = this.#dict(store.get('VRI'));
    for (const key of old?.entries.keys() ?? [])
      if (!vri.has(key)) throw new StoreError(`VRI ${key} is gone`);
    for (const [key, { value }] of vri.entries) {
      // Table 262: the SHA-1 of a signature. pyHanko writes a Type beside them.
      if (key === 'Type' && isName(value, 'VRI')) continue;
      if (old?.has(key) && this.#isAsItWas(old, vri, key, 2)) continue;
      if (!/^[0-9A-F]{40}$/.test(key)) throw new StoreError('a key of VRI is no digest');
      const entry = this.#dict(value, ['Type', 'TU', 'TS', ...Object.values(VRI_LISTS)]);
      if (entry.has('Type') && !isName(entry.get('Type'), 'VRI')) throw new StoreError('Type is not VRI');
      const made = entry.get('TU');
      const isTime = made instanceof PdfString && decodeDate(made.bytes) !== undefined;
      if (made !== undefined && !isTime) throw new StoreError('TU is no time');
      if (entry.has('TS')) readTimeStampToken(this.#stream(entry.get('TS')).bytes);
      const lists = this.#lists(entry, this.#oldDict(old?.get(key)), VRI_LISTS);
      if (!old?.has(key)) added.set(key, lists);
    }
    return added;
  }

  /** What the lists of a dictionary gained; each must go on having what it had. */
  #lists(dict: PdfDict, old: PdfDict | undefined, keys: Readonly<Record<Kind, string>>): ValidationData {
    const gained = (kind: Kind): Uint8Array[] => {
      const key = keys[kind];
      const oldRefs = this.#oldRefs(old?.get(key));
      const items = dict.has(key) ? this.#array(dict.get(key)) : [];
      const refs = items.map((item) =>
        item instanceof PdfRef ? item : this.#fail(`${key} lists no streams`),
      );
      const numbers = new Set(refs.map(({ num }) => num));
      if (oldRefs.some((num) => !numbers.has(num))) throw new StoreError(`${key} lost something`);
      if (numbers.size !== refs.length) throw new StoreError(`${key} lists something twice`);
      return refs.filter(({ num }) => !oldRefs.includes(num)).map((ref) => this.#item(kind, ref));
    };
    const [certificates = [], ocspResponses = [], crls = []] = KINDS.map(gained);
    return { certificates, ocspResponses, crls };
  }

  /** One certificate, OCSP response or CRL, which must be just that. */
  #item(kind: Kind, ref: PdfRef): Uint8Array {
    const known = this.#objects.has(ref.num);
    const { bytes, isNew } = this.#stream(ref);
    if (!isNew && !this.#oldStreams.has(ref.num)) throw new StoreError('a stream of the document is listed');
    if (!isNew || known) return bytes;
    if (this.#data[kind].length >= MAX_ITEMS) throw new StoreError(`more than ${MAX_ITEMS} ${kind}`);
    if (kind === 'certificates') this.#data.certificates.push(readCertificate(bytes));
    else if (kind === 'ocspResponses') this.#data.ocspResponses.push(readOcspResponse(bytes));
    else this.#data.crls.push(readCrl(bytes));
    return bytes;
  }

  #stream(ref: PdfValue | undefined): { bytes: Uint8Array; isNew: boolean } {
    const stream = this.#after.resolve(ref);
    if (!(ref instanceof PdfRef) || !(stream instanceof PdfStream)) return this.#fail('not a stream');
    const isNew = !isInUse(this.#before, ref.num);
    if (isNew) {
      const strange = [...stream.dict.entries.keys()].find((key) => !STREAM_KEYS.has(key));
      if (strange) throw new StoreError(`a stream has the key ${strange}`);
      if (stream.dict.get('Length') instanceof PdfRef) throw new StoreError('a length is elsewhere');
      this.#objects.add(ref.num);
    }
    return { bytes: this.#after.decode(stream), isNew };
  }

  /** @param old in which keys that have no place may have been */
  #dict(value: PdfValue | undefined, keys?: readonly string[], old?: PdfDict): PdfDict {
    const dict = this.#container(value);
    if (!(dict instanceof PdfDict)) return this.#fail('a dictionary is missing');
    const isAllowed = (key: string): boolean =>
      keys?.includes(key) !== false || (old?.has(key) === true && sameEntry(old, dict, key));
    const strange = [...dict.entries.keys()].find((key) => !isAllowed(key));
    return strange === undefined ? dict : this.#fail(`the key ${strange} has no place in a store`);
  }

  #array(value: PdfValue | undefined): readonly PdfValue[] {
    const array = this.#container(value);
    return array instanceof PdfArray ? array.items : this.#fail('a list is missing');
  }

  /** A part of the store may be an object of its own, that has served and serves for nothing else. */
  #container(value: PdfValue | undefined): PdfValue {
    if (value instanceof PdfRef) {
      if (isInUse(this.#before, value.num) && !this.#oldContainers.has(value.num)) {
        throw new StoreError('an object of the document is made part of the store');
      }
      this.#objects.add(value.num);
    }
    return this.#after.resolve(value);
  }

  /**
   * Whether a part of the store is written alike in both states, with the lists and dictionaries that it is
   * made of. Where else it leads is not looked at: other objects are judged as what they are.
   *
   * @param level 0 for the store, 1 for VRI and the lists, 2 for an entry of VRI, 3 for its lists
   */
  #isAsItWas(was: PdfDict, is: PdfDict, key: string, level: number): boolean {
    if (!was.has(key) || !sameEntry(was, is, key)) return false;
    const [before, after] = [this.#before.resolve(was.get(key)), this.#after.resolve(is.get(key))];
    if (!sameSource(containerSource(before), containerSource(after))) return false;
    if (!(before instanceof PdfDict) || !(after instanceof PdfDict)) return true;
    const keys = [...before.entries.keys()].filter((each) => LEVELS[level]?.has(each) ?? level === 1);
    return keys.every((each) => this.#isAsItWas(before, after, each, level + 1));
  }

  /** Notes the objects that the store was made of, and the streams that it had. */
  #walkOld(value: PdfValue | undefined, depth: number): void {
    if (value instanceof PdfRef) {
      const target = this.#before.resolve(value);
      if (target instanceof PdfStream) this.#oldStreams.add(value.num);
      else if (target instanceof PdfDict || target instanceof PdfArray) {
        this.#oldContainers.add(value.num);
        this.#walkOld(target, depth);
      }
    } else if (depth > 5) return;
    else if (value instanceof PdfArray) for (const item of value.items) this.#walkOld(item, depth + 1);
    else if (value instanceof PdfDict) {
      for (const entry of value.entries.values()) this.#walkOld(entry.value, depth + 1);
    }
  }

  #oldDict(value: PdfValue | undefined): PdfDict | undefined {
    const dict = this.#before.resolve(value);
    return dict instanceof PdfDict ? dict : undefined;
  }

  #oldRefs(value: PdfValue | undefined): number[] {
    const array = this.#before.resolve(value);
    return array instanceof PdfArray
      ? array.items.flatMap((item) => (item instanceof PdfRef ? item.num : []))
      : [];
  }

  #fail(detail: string): never {
    throw new StoreError(detail);
  }
}

function containerSource(value: PdfValue): Uint8Array | undefined {
  const isContainer = value instanceof PdfArray || value instanceof PdfDict;
  return isContainer ? value.source.subarray(value.start, value.end) : undefined;
}

function isInUse(pdf: StrictPdf, num: number): boolean {
  const entry = pdf.entryOf(num);
  return entry !== undefined && entry.kind !== 'free';
}
