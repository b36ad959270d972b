import type { StrictPdf } from '@lacre/pades';

/** A PDF's value as qpdf's JSON (version 2) has it: names with their slash, references as `5 0 R`. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Dict = Record<string, Json>;
/** What a reference leads to: the value, or the dictionary of a stream. */
export type Lookup = (reference: string) => Json;

/** Keys that name something to be run, wherever they stand: scripts, XFA forms, what runs on opening, carried files. */
const ACTIVE_KEYS = new Set(['/OpenAction', '/JavaScript', '/XFA', '/EmbeddedFiles', '/Collection']);
/** Keys short enough to be the name of a font as well: additional actions and scripts. */
const SHORT_ACTIVE_KEYS = new Set(['/AA', '/JS']);
/** Where a file specification keeps the file itself (ISO 32000-2, Table 43). */
const FILE_KEYS = ['/F', '/UF', '/DOS', '/Mac', '/Unix'];
/** Actions (Table 201) that run code, start programs, open other files, play media, or carry data in or out. */
const ACTIVE_ACTIONS = named(
  'JavaScript Launch SubmitForm ImportData GoToE GoToR Rendition Movie Sound RichMediaExecute',
);
/** Annotations (Table 171) that carry files or play what is in them. */
const ACTIVE_ANNOTATIONS = named('FileAttachment RichMedia Screen Movie Sound 3D');
const RESOURCE_TYPES = named('Font XObject ExtGState Pattern OCG OCMD');
const PICTURES = named('Image Form');

function named(names: string): ReadonlySet<Json> {
  return new Set(names.split(' ').map((name) => `/${name}`));
}

/** The value without its active parts; the very same value when it has none, null when it is one itself. */
export function withoutActiveParts(value: Json, lookup: Lookup): Json {
  return isActive(value, lookup) ? null : without(value, lookup);
}

function without(value: Json, lookup: Lookup): Json {
  if (Array.isArray(value)) {
    const kept = value.filter((item) => !isActive(item, lookup)).map((item) => without(item, lookup));
    return kept.length === value.length && kept.every((item, index) => item === value[index]) ? value : kept;
  }
  if (!isDict(value)) return value;
  let changed = false;
  const kept: Dict = {};
  for (const [key, member] of Object.entries(value)) {
    if (isActiveKey(key, member, lookup) || isActive(member, lookup)) {
      changed = true;
      continue;
    }
    const inner = without(member, lookup);
    changed ||= inner !== member;
    kept[key] = inner;
  }
  return changed ? kept : value;
}

/** An action or an annotation that has to go as a whole. */
function isActive(value: Json, lookup: Lookup): boolean {
  const dict = resolve(value, lookup);
  if (!isDict(dict)) return false;
  const isNamed = (key: string, names: ReadonlySet<Json>): boolean =>
    names.has(resolve(dict[key] ?? null, lookup));
  return isNamed('/S', ACTIVE_ACTIONS) || isNamed('/Subtype', ACTIVE_ANNOTATIONS);
}

function isActiveKey(key: string, member: Json, lookup: Lookup): boolean {
  if (ACTIVE_KEYS.has(key)) return true;
  if (SHORT_ACTIVE_KEYS.has(key)) return !isResource(resolve(member, lookup), lookup);
  const value = key === '/EF' ? resolve(member, lookup) : null;
  return isDict(value) && FILE_KEYS.some((name) => name in value);
}

/** A font, picture or colour that a page calls by that name; the actions in it, if any, are found all the same. */
function isResource(value: Json, lookup: Lookup): boolean {
  if (Array.isArray(value)) return typeof value[0] === 'string' && value[0].startsWith('/');
  if (!isDict(value)) return false;
  const type = resolve(value['/Type'] ?? null, lookup);
  return RESOURCE_TYPES.has(type) || PICTURES.has(value['/Subtype'] ?? null) || '/ShadingType' in value;
}

const isDict = (value: Json): value is Dict =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function resolve(value: Json, lookup: Lookup): Json {
  let current = value;
  for (let hops = 0; hops < MAX_HOPS && isReference(current); hops += 1) current = lookup(current);
  return current;
}

/** References that lead to references are nothing that any writer makes. */
const MAX_HOPS = 8;
const isReference = (value: Json): value is string => typeof value === 'string' && /^\d+ \d+ R$/.test(value);

/** Whether anything of the file acts by itself or carries files along, whether or not anything leads to it. */
export function hasActiveParts(pdf: StrictPdf): boolean {
  const lookup: Lookup = (reference) => toJson(pdf.object(Number.parseInt(reference, 10)));
  for (const num of pdf.objectNumbers()) {
    const value = toJson(pdf.object(num));
    if (withoutActiveParts(value, lookup) !== value) return true;
  }
  return false;
}

function toJson(value: ReturnType<StrictPdf['object']>): Json {
  if (value === null || typeof value !== 'object') return value;
  if ('name' in value) return `/${value.name}`;
  if ('num' in value) return `${value.num} ${value.gen} R`;
  if ('items' in value) return value.items.map(toJson);
  if ('data' in value) return toJson(value.dict);
  if ('entries' in value) {
    const dict: Dict = {};
    for (const [key, entry] of value.entries) dict[`/${key}`] = toJson(entry.value);
    return dict;
  }
  // The text of strings is of no consequence here.
  return 'u:';
}
