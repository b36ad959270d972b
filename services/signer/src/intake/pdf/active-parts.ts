import type { RemovedPart } from '@lacre/contracts';

import { isDict, resolveJson as resolve, type Json, type JsonDict as Dict, type Lookup } from './pdf-json.ts';

/** Keys that name something to be run, wherever they stand, and what is taken out with them. */
const ACTIVE_KEYS = new Map<string, RemovedPart>([
  ['/JavaScript', 'actions'],
  ['/XFA', 'dynamic-forms'],
  ['/EmbeddedFiles', 'files'],
  ['/Collection', 'files'],
]);
/** Keys short enough to be the name of a font as well: additional actions and scripts. */
const SHORT_ACTIVE_KEYS = new Set(['/AA', '/JS']);
/** Where a file specification keeps the file itself (ISO 32000-2, Table 43). */
const FILE_KEYS = ['/F', '/UF', '/DOS', '/Mac', '/Unix'];
/**
 * Actions (Table 201) that run code, start programs, change what is shown, open other files, play media, or carry data
 * in or out.
 */
const ACTIVE_ACTIONS = new Map<Json, RemovedPart>([
  ...named('JavaScript Launch Hide SetOCGState SetState', 'actions'),
  ...named('SubmitForm ImportData ResetForm', 'form-actions'),
  ...named('GoToE GoToR Thread', 'file-links'),
  ...named('Rendition Movie Sound RichMediaExecute', 'media'),
]);
/** Annotations (Table 171) that carry files or play what is in them. */
const ACTIVE_ANNOTATIONS = new Map<Json, RemovedPart>([
  ...named('FileAttachment', 'files'),
  ...named('RichMedia Screen Movie Sound 3D', 'media'),
]);
const RESOURCE_TYPES: ReadonlySet<Json> = new Set(
  ['Font', 'XObject', 'ExtGState', 'Pattern', 'OCG', 'OCMD'].map((name) => `/${name}`),
);
const PICTURES: ReadonlySet<Json> = new Set(['/Image', '/Form']);

function named(names: string, part: RemovedPart): [Json, RemovedPart][] {
  return names.split(' ').map((name) => [`/${name}`, part]);
}

/**
 * The value without its active parts; the very same value when it has none, null when it is one itself.
 *
 * @param onRemoved called with the kind of each removed part
 */
export function withoutActiveParts(
  value: Json,
  lookup: Lookup,
  onRemoved?: (part: RemovedPart) => void,
): Json {
  const part = activePart(value, lookup);
  if (part === undefined) return new Sieve(lookup, onRemoved).sift(value);
  onRemoved?.(part);
  return null;
}

class Sieve {
  readonly #lookup: Lookup;
  readonly #onRemoved: ((part: RemovedPart) => void) | undefined;

  constructor(lookup: Lookup, onRemoved: ((part: RemovedPart) => void) | undefined) {
    this.#lookup = lookup;
    this.#onRemoved = onRemoved;
  }

  sift(value: Json): Json {
    if (Array.isArray(value)) {
      const kept = value.filter((item) => !this.#goes(activePart(item, this.#lookup)));
      const sifted = kept.map((item) => this.sift(item));
      return kept.length === value.length && sifted.every((item, index) => item === value[index])
        ? value
        : sifted;
    }
    if (!isDict(value)) return value;
    let changed = false;
    const kept: Dict = {};
    for (const [key, member] of Object.entries(value)) {
      if (this.#goes(partUnder(key, member, this.#lookup) ?? activePart(member, this.#lookup))) {
        changed = true;
        continue;
      }
      const inner = this.sift(member);
      changed ||= inner !== member;
      kept[key] = inner;
    }
    return changed ? kept : value;
  }

  #goes(part: RemovedPart | undefined): boolean {
    if (part !== undefined) this.#onRemoved?.(part);
    return part !== undefined;
  }
}

/** What an action or an annotation is that has to go as a whole. */
function activePart(value: Json, lookup: Lookup): RemovedPart | undefined {
  const dict = resolve(value, lookup);
  if (!isDict(dict)) return undefined;
  return (
    ACTIVE_ACTIONS.get(resolve(dict['/S'] ?? null, lookup)) ??
    ACTIVE_ANNOTATIONS.get(resolve(dict['/Subtype'] ?? null, lookup))
  );
}

/** What has to go because of the key that it stands under. */
function partUnder(key: string, member: Json, lookup: Lookup): RemovedPart | undefined {
  if (key === '/OpenAction') return isView(resolve(member, lookup), lookup) ? 'opening-view' : 'actions';
  const part = ACTIVE_KEYS.get(key);
  if (part !== undefined) return part;
  if (SHORT_ACTIVE_KEYS.has(key)) return isResource(resolve(member, lookup), lookup) ? undefined : 'actions';
  const value = key === '/EF' ? resolve(member, lookup) : null;
  return isDict(value) && FILE_KEYS.some((name) => name in value) ? 'files' : undefined;
}

/** What many writers put there: the page and zoom to open with. Its loss is not reported. */
function isView(value: Json, lookup: Lookup): boolean {
  return Array.isArray(value) || (isDict(value) && resolve(value['/S'] ?? null, lookup) === '/GoTo');
}

/** A font, picture or colour that a page calls by that name; the actions in it, if any, are found all the same. */
function isResource(value: Json, lookup: Lookup): boolean {
  if (Array.isArray(value)) return typeof value[0] === 'string' && value[0].startsWith('/');
  if (!isDict(value)) return false;
  const type = resolve(value['/Type'] ?? null, lookup);
  return RESOURCE_TYPES.has(type) || PICTURES.has(value['/Subtype'] ?? null) || '/ShadingType' in value;
}
