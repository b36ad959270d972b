import { isTrailerPlace, type ReferenceIndex, type ReferencePlace } from '../reference-index.ts';
import type { StrictPdf } from '../strict-pdf.ts';
import { PdfArray, PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '../syntax/pdf-values.ts';

/** What an object is to its document. */
export type Role =
  | 'catalog'
  | 'information'
  | 'metadata'
  | 'form'
  | 'fields'
  | 'field'
  | 'annotations'
  | 'page'
  | 'page tree'
  | 'names'
  | 'structure'
  | 'security store';

/** Arrays too, that fields or elements of structure are listed in. */
type ListRole = Role | 'list of fields' | 'list of elements';

/** What an object must be for a place in it to be one of its role; `true` when that is no matter. */
type Needs = true | readonly [num: number, role: ListRole];

/**
 * Keys of dictionaries that may have any keys of their own. Everything else that leads to a page, and there is
 * much that does, reads keys in it that are not those of its annotations.
 */
const OPEN_DICTIONARIES: ReadonlySet<unknown> = new Set(
  'Font XObject ExtGState ColorSpace Pattern Shading Properties CharProcs N D R Colorants HT Dests RoleMap ClassMap'.split(
    ' ',
  ),
);
const LISTS_FIELDS: ReadonlySet<unknown> = new Set(['Fields', 'Annots', 'Kids', 'CO']);

/**
 * Says whether an object is one thing and nothing else in a state of a file.
 *
 * A list of annotations that is the content of a page too is no list of annotations: what is added to it is
 * drawn. So code that rewrites an object, or allows it, must know all its roles. Nothing but the places
 * that lead to it decide: an object is what it is used for, whatever it says it is.
 */
export class ObjectRoles {
  readonly #index: ReferenceIndex;
  readonly #state: StrictPdf;
  readonly #found = new Map<string, string | undefined>();
  readonly #pages: ReadonlySet<number>;
  readonly #store: ReadonlySet<number>;

  /** @param pages numbers of the pages, when they are known */
  constructor(index: ReferenceIndex, state: StrictPdf, pages?: ReadonlySet<number>) {
    this.#index = index;
    this.#state = state;
    this.#pages = pages ?? new Set(state.pages.map(({ ref }) => ref.num));
    this.#store = storeObjects(state);
  }

  /** What else the object is, or what that leads to it is; undefined when it is in its role alone. */
  conflict(num: number, role: ListRole): string | undefined {
    const key = `${role} ${num}`;
    if (this.#found.has(key)) return this.#found.get(key);
    // What leads back to itself is judged by the ways to it from outside.
    this.#found.set(key, undefined);
    const conflict = this.#conflict(num, role);
    this.#found.set(key, conflict);
    return conflict;
  }

  /** The same of every list and dictionary that the security store is made of. */
  conflictInStore(): string | undefined {
    return [...this.#store].map((num) => this.conflict(num, 'security store')).find(Boolean);
  }

  /** What an object is that our own writer has written again: what nothing else leads to is of the structure. */
  roleOf(num: number): Role {
    const { root, catalog, form } = this.#state;
    const is = (value: PdfValue | undefined): boolean => value instanceof PdfRef && value.num === num;
    if (num === root.num) return 'catalog';
    if (num === form.ref?.num) return 'form';
    if (is(form.dict?.get('Fields'))) return 'fields';
    if (this.#store.has(num)) return 'security store';
    if (this.#pages.has(num)) return 'page';
    if (is(catalog.get('Pages'))) return 'page tree';
    if (is(catalog.get('Names'))) return 'names';
    if (this.#state.pages.some(({ dict }) => is(dict.get('Annots')))) return 'annotations';
    return 'structure';
  }

  #conflict(num: number, role: ListRole): string | undefined {
    for (const place of this.#index.placesOf(num, this.#state)) {
      const needs = this.#needs(place, role);
      const conflict =
        needs === undefined ? placeText(place, role) : needs !== true && this.conflict(...needs);
      if (conflict && this.#index.isReached(place.from)) return conflict;
    }
    return undefined;
  }

  /** Undefined when this is not a place of the role. */
  #needs(place: ReferencePlace, role: ListRole): Needs | undefined {
    if (isTransformData(place, this.#state)) return true;
    const { from, path } = place;
    const state = this.#state;
    const inCatalog = (...keys: readonly string[]): Needs | undefined =>
      from === state.root.num && isPath(path, keys) ? [from, 'catalog'] : undefined;
    switch (role) {
      case 'catalog':
        return isTrailerPlace(place, state, 'Root') || undefined;
      case 'information':
        return isTrailerPlace(place, state, 'Info') || undefined;
      case 'metadata':
        return inCatalog('Metadata');
      case 'form':
        return inCatalog('AcroForm');
      case 'fields':
      case 'annotations':
        // One array may be both: it then gains the same for both.
        if (from === state.form.ref?.num && isPath(path, ['Fields'])) return [from, 'form'];
        if (this.#pages.has(from) && isPath(path, ['Annots'])) return [from, 'page'];
        return inCatalog('AcroForm', 'Fields');
      case 'page':
        return (path.length > 0 && !OPEN_DICTIONARIES.has(path.at(-1))) || undefined;
      case 'page tree':
        return inCatalog('Pages') ?? (isPath(path, ['Parent']) || undefined);
      case 'names':
        return inCatalog('Names');
      case 'field':
        return fieldPlace(place);
      case 'list of fields':
        return LISTS_FIELDS.has(path.at(-1)) || undefined;
      case 'structure':
        if (path.length > 0 && keyOf(path) === undefined) return [from, 'list of elements'];
        return STRUCTURE.has(keyOf(path)) || undefined;
      case 'list of elements':
        return STRUCTURE.has(keyOf(path)) || undefined;
      case 'security store':
        if (this.#store.has(from)) return [from, 'security store'];
        return from === state.root.num && path[0] === 'DSS' ? [from, 'catalog'] : undefined;
    }
  }
}

/** Keys that lead to the tree of structure, to its elements and its parent tree (14.7.2). */
const STRUCTURE: ReadonlySet<unknown> = new Set(
  'StructTreeRoot K P ParentTree IDTree Nums Names Kids Ref'.split(' '),
);

/** The transform methods of 12.8.2 and of ISO 32000-1, Table 252. */
const TRANSFORM_METHODS: ReadonlySet<string> = new Set(['DocMDP', 'UR', 'UR3', 'FieldMDP', 'Identity']);

/**
 * `Data` of a signature reference dictionary (Table 256) names the object that a later change is judged by, and
 * makes nothing more of it: Acrobat has the catalog there.
 */
function isTransformData({ from, path }: ReferencePlace, state: StrictPdf): boolean {
  if (path.at(-1) !== 'Data') return false;
  let holder: PdfValue | undefined = from === 0 ? state.trailer : state.object(from);
  if (holder instanceof PdfStream) return false;
  for (const step of path.slice(0, -1)) {
    if (holder instanceof PdfArray && typeof step === 'number') holder = holder.items[step];
    else if (holder instanceof PdfDict) holder = holder.get(String(step));
  }
  const method = holder instanceof PdfDict ? state.resolve(holder.get('TransformMethod')) : null;
  return method instanceof PdfName && TRANSFORM_METHODS.has(method.name);
}

/** A field is a member of lists, the parent of others, and what an element of structure is about (14.7.5.3). */
function fieldPlace({ from, path }: ReferencePlace): Needs | undefined {
  const last = path.at(-1);
  if (last === 'Parent' || last === 'Obj') return true;
  if (typeof last !== 'number') return undefined;
  return path.length === 1 ? [from, 'list of fields'] : LISTS_FIELDS.has(path.at(-2)) || undefined;
}

/** The key behind which a reference stands, alone or in an array. */
function keyOf(path: ReferencePlace['path']): string | number | undefined {
  return path.findLast((step) => typeof step === 'string');
}

function isPath(path: ReferencePlace['path'], keys: readonly string[]): boolean {
  return path.length === keys.length && keys.every((key, index) => path[index] === key);
}

function placeText({ from, path }: ReferencePlace, role: string): string {
  const where = from === 0 ? 'the trailer' : `object ${from}`;
  return `not only ${role}, but ${path.join(' ').slice(0, 60) || 'the same as'} of ${where}`;
}

const STORE_LISTS = ['Certs', 'OCSPs', 'CRLs'];
const ENTRY_LISTS = ['Cert', 'OCSP', 'CRL'];

/** Objects that are dictionaries and lists of the security store (ISO 32000-2, 12.8.4.3), by their keys alone. */
function storeObjects(state: StrictPdf): Set<number> {
  const found = new Set<number>();
  const note = (value: PdfValue | undefined): PdfDict | undefined => {
    const target = state.resolve(value);
    const isPart = target instanceof PdfDict || target instanceof PdfArray;
    if (value instanceof PdfRef && isPart) found.add(value.num);
    return target instanceof PdfDict ? target : undefined;
  };
  const store = note(state.catalog.get('DSS'));
  for (const key of STORE_LISTS) note(store?.get(key));
  const vri = note(store?.get('VRI'));
  for (const { value } of vri?.entries.values() ?? []) {
    const entry = note(value);
    for (const key of ENTRY_LISTS) note(entry?.get(key));
  }
  return found;
}
