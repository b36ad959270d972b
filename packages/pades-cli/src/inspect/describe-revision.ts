import { PdfSyntaxError, type PdfValue, type Revision, type StrictPdf } from '@lacre/pades';
import { differingKeys, isName, PdfArray, PdfDict, PdfName, PdfRef, PdfStream } from '@lacre/pades/pdf';
import { changedObjects } from '@lacre/pades/validate';

/** What a revision did to one object. */
export interface ChangeReport {
  readonly object: number;
  readonly change: 'added' | 'changed' | 'freed';
  /** What the object is, such as `catalog`, `page 2`, `signature field`, `stream`. */
  readonly role: string;
  /** Keys of a dictionary that were added, removed or given another value. */
  readonly keys: readonly string[];
}

/** One saved state of the file: what one writing laid down. */
export interface RevisionReport {
  readonly index: number;
  /** Offsets of its first byte and after its last. */
  readonly start: number;
  readonly end: number;
  /** Kind of its cross-reference. */
  readonly crossReference: 'table' | 'stream';
  /** Objects that it lists. */
  readonly objects: number;
  /** What it did to the one before; of the first revision nothing, for all of it is new. */
  readonly changes: readonly ChangeReport[];
  /** Changes beyond those listed. */
  readonly furtherChanges: number;
  /** Why its changes cannot be listed. */
  readonly problem: string | undefined;
}

/** More than is readable of one revision. */
const MAX_CHANGES = 200;
/** The newest revisions are described with each object's role, which takes a scan of all pages. */
const MAX_WITH_ROLES = 24;

/** All revisions, oldest first. */
export function describeRevisions(pdf: StrictPdf): RevisionReport[] {
  return pdf.revisions.map((revision) => {
    const { index, start, end, kind, entries } = revision;
    const told =
      index === 0 || pdf.encrypted ? { changes: [], problem: undefined } : changesOf(pdf, revision);
    return {
      index,
      start,
      end,
      crossReference: kind,
      objects: entries.size,
      changes: told.changes.slice(0, MAX_CHANGES),
      furtherChanges: Math.max(0, told.changes.length - MAX_CHANGES),
      problem: told.problem,
    };
  });
}

function changesOf(
  pdf: StrictPdf,
  revision: Revision,
): { changes: ChangeReport[]; problem: string | undefined } {
  try {
    const before = pdf.at(revision.index - 1);
    const after = pdf.at(revision.index);
    const withRoles = revision.index >= pdf.revisions.length - MAX_WITH_ROLES;
    const [rolesBefore, roles] = [before, after].map((state) => (withRoles ? rolesIn(state) : undefined));
    const changes = changedObjects(before, after, revision).map((change): ChangeReport => {
      const { num, before: was, after: is } = change;
      const oldRole = is === undefined ? rolesBefore?.get(num) : undefined;
      return {
        object: num,
        change: was === undefined ? 'added' : is === undefined ? 'freed' : 'changed',
        role: oldRole ?? roles?.get(num) ?? roleByType(is ?? was ?? null),
        keys: was !== undefined && is !== undefined ? changedKeys(was, is) : [],
      };
    });
    return { changes, problem: undefined };
  } catch (error) {
    if (!(error instanceof PdfSyntaxError)) throw error;
    return { changes: [], problem: error.message };
  }
}

const STORE_LISTS = [
  ['Certs', 'certificate in the security store'],
  ['OCSPs', 'OCSP response in the security store'],
  ['CRLs', 'CRL in the security store'],
] as const;

/** Objects that the document's structure gives a role, by number. */
function rolesIn(pdf: StrictPdf): Map<number, string> {
  const roles = new Map<number, string>();
  const name = (value: PdfValue | undefined, role: string): void => {
    if (value instanceof PdfRef && !roles.has(value.num)) roles.set(value.num, role);
  };
  name(pdf.root, 'catalog');
  name(pdf.catalog.get('Pages'), 'page tree');
  name(pdf.catalog.get('AcroForm'), 'form');
  name(pdf.catalog.get('DSS'), 'security store');
  name(pdf.catalog.get('Names'), 'names');
  name(pdf.trailer.get('Info'), 'document information');
  const store = pdf.resolve(pdf.catalog.get('DSS'));
  for (const [key, role] of STORE_LISTS) {
    const list = store instanceof PdfDict ? pdf.resolve(store.get(key)) : null;
    for (const item of list instanceof PdfArray ? list.items : []) name(item, role);
  }
  for (const { fieldRef, valueRef, name: fieldName } of pdf.form.signatures) {
    name(fieldRef, `signature field ${fieldName}`);
    name(valueRef, `signature of ${fieldName}`);
  }
  for (const [index, { ref, dict }] of pdf.pages.entries()) {
    name(ref, `page ${index + 1}`);
    name(dict.get('Annots'), `annotations of page ${index + 1}`);
    const contents = dict.get('Contents');
    const parts = contents instanceof PdfArray ? contents.items : [contents];
    for (const part of parts) name(part, `content of page ${index + 1}`);
  }
  return roles;
}

function roleByType(value: PdfValue): string {
  const stream = value instanceof PdfStream;
  const dict = stream ? value.dict : value;
  if (!(dict instanceof PdfDict)) return value instanceof PdfArray ? 'array' : 'value';
  const type = dict.get('Type');
  const subtype = dict.get('Subtype');
  if (isName(type, 'ObjStm')) return 'object stream';
  if (isName(type, 'XRef')) return 'cross-reference stream';
  const kinds = [type, subtype].flatMap((kind) => (kind instanceof PdfName ? [kind.name] : []));
  return [...kinds, stream ? 'stream' : 'dictionary'].join(' ');
}

function changedKeys(was: PdfValue, is: PdfValue): string[] {
  const [before, after] = [was, is].map((value) => (value instanceof PdfStream ? value.dict : value));
  return before instanceof PdfDict && after instanceof PdfDict ? differingKeys(before, after) : [];
}
