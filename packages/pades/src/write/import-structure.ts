import { readNumberTree } from '../pdf/document/number-tree.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import {
  isCount,
  isName,
  PdfArray,
  PdfDict,
  PdfRef,
  PdfStream,
  type PdfValue,
} from '../pdf/syntax/pdf-values.ts';
import { editedDict, extendedArray, type PdfSource, refSource, source, valueSource } from './pdf-source.ts';
import type { RevisionWriter } from './revision-writer.ts';

/**
 * How the structure tree of imported pages comes to stand in the document they join (ISO 32000-2, 14.7): after all that
 * the document's own tree has, with unused keys of the parent tree. Where the tree is one Document
 * element, as it should be (14.8.4), the pages become the last of its parts.
 */
export interface StructureImport {
  /** What the topmost imported elements name as their parent in place of their own root. */
  readonly parent: PdfRef;
  /** Added to every StructParents and StructParent of what is imported. */
  readonly keyOffset: number;
  /**
   * Writes root and parent tree. `mapRef` gives the new place of an imported object.
   *
   * @returns the catalog's keys to change
   */
  write(mapRef: (ref: PdfRef) => PdfSource): Map<string, PdfSource>;
}

/** What a root of imported structure may have; class maps, identifiers and namespaces would need merging. */
const ROOT_KEYS = new Set(['Type', 'K', 'ParentTree', 'ParentTreeNextKey']);
/** Parent tree keys beyond this are no count, and are left alone. */
const MAX_KEY = 2 ** 30;

/**
 * Plans to carry the imported pages' structure along. Structure that cannot be carried strictly is left behind, and the
 * pages are imported without it: undefined when the imported pages have none, and when the document has a tree, a role
 * map or numbers that one cannot add to with certainty.
 *
 * A document without tags is not made to say that it has them: reading programs would then pass over its own pages. It
 * gets a tree, and its MarkInfo stays as it is. Where it says it is tagged and has no tree, it gets none.
 */
export function planStructureImport(
  pdf: StrictPdf,
  imported: StrictPdf,
  writer: RevisionWriter,
): StructureImport | undefined {
  const tree = readImported(imported);
  if (!tree) return undefined;
  const existing = readExisting(pdf, tree.types);
  if (!existing) return undefined;
  const used = highestKey(pdf, existing);
  if (used === undefined || used + tree.nextKey >= MAX_KEY) return undefined;
  const keyOffset = used + 1;
  const parent = existing.root?.parent.ref ?? writer.reserve();
  const write = (mapRef: (ref: PdfRef) => PdfSource): Map<string, PdfSource> => {
    const pairs = tree.parents.flatMap(([key, value]) => [
      String(keyOffset + key),
      valueSource(value, mapRef),
    ]);
    const parents = { pairs, first: keyOffset + (tree.parents[0]?.[0] ?? 0), next: keyOffset + tree.nextKey };
    const kids = tree.kids.map(mapRef);
    if (existing.root) return extendRoot(pdf, writer, existing.root, kids, parents);
    const parentTree = writer.add(source('<< /Nums [ ', ...spaced(parents.pairs), '] >>'));
    const rest = `] /ParentTree ${refSource(parentTree)} /ParentTreeNextKey ${parents.next} >>`;
    writer.write(parent, source('<< /Type /StructTreeRoot /K [ ', ...spaced(kids), rest));
    return new Map([['StructTreeRoot', refSource(parent)]]);
  };
  return { parent, keyOffset, write };
}

const spaced = (parts: readonly PdfSource[]): PdfSource[] => parts.flatMap((part) => [part, ' ']);

interface ImportedTree {
  readonly kids: readonly PdfRef[];
  readonly parents: readonly (readonly [number, PdfValue])[];
  readonly nextKey: number;
  readonly types: ReadonlySet<string>;
}

function readImported(imported: StrictPdf): ImportedTree | undefined {
  const marks = imported.resolve(imported.catalog.get('MarkInfo'));
  const root = imported.resolve(imported.catalog.get('StructTreeRoot'));
  if (!(marks instanceof PdfDict) || imported.resolve(marks.get('Marked')) !== true) return undefined;
  if (!(root instanceof PdfDict) || ![...root.entries.keys()].every((key) => ROOT_KEYS.has(key)))
    return undefined;
  const parents = readNumberTree(imported, root.get('ParentTree'));
  const own = root.get('K');
  const listed = imported.resolve(own);
  const kids = listed instanceof PdfArray ? listed.items : [own];
  if (!parents || !kids.every((kid) => kid instanceof PdfRef)) return undefined;
  const types = new Set<string>();
  if (!collectTypes(imported, kids, types)) return undefined;
  return { kids, parents, nextKey: (parents.at(-1)?.[0] ?? -1) + 1, types };
}

/** Collects the types of all elements. @returns whether everything reached is an element of a tree */
function collectTypes(pdf: StrictPdf, roots: readonly PdfRef[], types: Set<string>): boolean {
  const seen = new Set<number>();
  const waiting: PdfValue[] = [...roots];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value instanceof PdfRef) {
      if (seen.has(value.num)) return false;
      seen.add(value.num);
    }
    const element = pdf.resolve(value);
    if (typeof element === 'number') continue;
    if (!(element instanceof PdfDict)) return false;
    const type = pdf.resolve(element.get('Type') ?? null);
    if (isName(type, 'MCR') || isName(type, 'OBJR')) continue;
    const name = pdf.resolve(element.get('S'));
    if (name === null || typeof name !== 'object' || !('name' in name)) return false;
    types.add(name.name);
    const kids = pdf.resolve(element.get('K'));
    if (kids instanceof PdfArray) for (const kid of kids.items) waiting.push(kid);
    else if (kids !== null) waiting.push(element.get('K') as PdfValue);
  }
  return true;
}

interface ExistingRoot {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  /** What imported elements are added to: the only element there is, if that is a Document, else the root. */
  readonly parent: { readonly ref: PdfRef; readonly dict: PdfDict };
  readonly parentTree: PdfDict | undefined;
  readonly parents: readonly (readonly [number, PdfValue])[];
}

/** The document's own root, if it has one; undefined when nothing can be added to it with certainty. */
function readExisting(pdf: StrictPdf, types: ReadonlySet<string>): { root?: ExistingRoot } | undefined {
  const ref = pdf.catalog.get('StructTreeRoot');
  const dict = pdf.resolve(ref);
  if (dict === null) {
    const marks = pdf.resolve(pdf.catalog.get('MarkInfo'));
    const claimed =
      marks instanceof PdfDict && pdf.resolve(marks.get('Marked')) !== false && marks.has('Marked');
    return claimed ? undefined : {};
  }
  if (!(ref instanceof PdfRef) || !(dict instanceof PdfDict)) return undefined;
  if (!isName(pdf.resolve(dict.get('Type')), 'StructTreeRoot') || remaps(pdf, dict, types)) return undefined;
  const kids = pdf.resolve(dict.get('K'));
  if (kids !== null && !(kids instanceof PdfArray) && !(kids instanceof PdfDict)) return undefined;
  const parent = onlyDocument(pdf, dict) ?? { ref, dict };
  const tree = pdf.resolve(dict.get('ParentTree'));
  if (tree !== null && !(tree instanceof PdfDict)) return undefined;
  const parents = tree === null ? [] : readNumberTree(pdf, tree);
  if (!parents) return undefined;
  return { root: { ref, dict, parent, parentTree: tree ?? undefined, parents } };
}

function onlyDocument(pdf: StrictPdf, root: PdfDict): ExistingRoot['parent'] | undefined {
  const entry = root.get('K');
  const listed = pdf.resolve(entry);
  const [ref, ...others] = listed instanceof PdfArray ? listed.items : [entry];
  const dict = pdf.resolve(ref);
  const alone = others.length === 0 && ref instanceof PdfRef && dict instanceof PdfDict;
  return alone && isName(pdf.resolve(dict.get('S')), 'Document') ? { ref, dict } : undefined;
}

/** Whether the role map makes something else of a type that the imported elements have. */
function remaps(pdf: StrictPdf, root: PdfDict, types: ReadonlySet<string>): boolean {
  const roles = pdf.resolve(root.get('RoleMap'));
  if (roles === null) return false;
  if (!(roles instanceof PdfDict)) return true;
  return [...types].some((type) => roles.has(type) && !isName(pdf.resolve(roles.get(type)), type));
}

/** The highest key that anything in the document uses, -1 for none; undefined when one is no number to count on. */
function highestKey(pdf: StrictPdf, { root }: { root?: ExistingRoot }): number | undefined {
  let highest = root?.parents.at(-1)?.[0] ?? -1;
  let odd = false;
  const take = (value: PdfValue | undefined): void => {
    const key = pdf.resolve(value);
    if (!isCount(key) || key >= MAX_KEY) odd = true;
    else highest = Math.max(highest, key);
  };
  const look = (value: PdfValue): void => {
    if (value instanceof PdfArray) for (const item of value.items) look(item);
    else if (value instanceof PdfStream) look(value.dict);
    else if (value instanceof PdfDict) {
      for (const [key, entry] of value.entries) {
        if (key === 'StructParents' || key === 'StructParent') take(entry.value);
        else look(entry.value);
      }
    }
  };
  for (const num of pdf.objectNumbers()) look(pdf.object(num));
  const next = pdf.resolve(root?.dict.get('ParentTreeNextKey'));
  if (next !== null) {
    if (!isCount(next) || next > MAX_KEY) return undefined;
    highest = Math.max(highest, next - 1);
  }
  return odd ? undefined : highest;
}

interface AddedParents {
  /** Keys and values, in order. */
  readonly pairs: readonly PdfSource[];
  readonly first: number;
  /** One more than the last key. */
  readonly next: number;
}

function extendRoot(
  pdf: StrictPdf,
  writer: RevisionWriter,
  root: ExistingRoot,
  kids: readonly PdfSource[],
  parents: AddedParents,
): Map<string, PdfSource> {
  const edits = new Map<string, PdfSource>([['ParentTreeNextKey', String(parents.next)]]);
  const kidsEdit = extendedKids(pdf, root.parent.dict, kids);
  if (root.parent.ref === root.ref) edits.set('K', kidsEdit);
  else writer.write(root.parent.ref, editedDict(root.parent.dict, new Map([['K', kidsEdit]])));
  const tree = extendedParents(pdf, writer, root.parentTree, parents);
  const entry = root.dict.get('ParentTree');
  if (root.parentTree && entry instanceof PdfRef) writer.write(entry, tree);
  else edits.set('ParentTree', tree);
  writer.write(root.ref, editedDict(root.dict, edits));
  return new Map();
}

/** The kids there were, one or many, and then the imported ones. */
function extendedKids(pdf: StrictPdf, parent: PdfDict, added: readonly PdfSource[]): PdfSource {
  const kids = pdf.resolve(parent.get('K'));
  if (kids instanceof PdfArray) return extendedArray(kids, added);
  const only = kids === null ? [] : [parent.rawValue('K') as Uint8Array];
  return extendedArray(undefined, [...only, ...added]);
}

/** A root of a number tree has either pairs or nodes (7.9.7), and gets more of what it has. */
function extendedParents(
  pdf: StrictPdf,
  writer: RevisionWriter,
  tree: PdfDict | undefined,
  { pairs, first, next }: AddedParents,
): PdfSource {
  if (!tree) return source('<< /Nums [ ', ...spaced(pairs), '] >>');
  const nodes = pdf.resolve(tree.get('Kids'));
  if (!(nodes instanceof PdfArray)) {
    const nums = pdf.resolve(tree.get('Nums'));
    return editedDict(
      tree,
      new Map([['Nums', extendedArray(nums instanceof PdfArray ? nums : undefined, pairs)]]),
    );
  }
  const leaf = writer.add(source(`<< /Limits [${first} ${next - 1}] /Nums [ `, ...spaced(pairs), '] >>'));
  return editedDict(tree, new Map([['Kids', extendedArray(nodes, [refSource(leaf)])]]));
}
