import { eachReference } from '../../pdf/references.ts';
import { isName, PdfArray, PdfDict, PdfStream, type PdfValue } from '../../pdf/syntax/pdf-values.ts';
import type { AllowRule } from './allow-rule.ts';
import type { RevisionChange } from './revision-change.ts';

/**
 * pyHanko gives a visible field an empty appearance, and another one when it is signed: the first stays behind. Nothing
 * refers to it, it has no data and names nothing, its number is new, and no reader takes a form XObject for a page, a
 * catalog or a cross-reference, not even one that rebuilds the file from what looks like objects.
 */
export const UNREACHED_FORM: AllowRule = {
  name: 'unreached-form',
  why: 'An empty form XObject that nothing refers to draws nothing (8.10); a signing program may leave one behind.',
  keeps: 'later-signature',
  permits: ({ num, before, after }, revision) =>
    before === undefined &&
    revision.signatures.some(({ kind }) => kind === 'signature') &&
    isEmptyForm(after) &&
    !isReferredTo(revision, num),
};

const KEYS: ReadonlySet<string> = new Set(['Type', 'Subtype', 'BBox', 'Resources', 'Length']);

function isEmptyForm(value: PdfValue | undefined): boolean {
  if (!(value instanceof PdfStream) || value.data.length > 0) return false;
  const { dict } = value;
  const box = dict.get('BBox');
  const resources = dict.get('Resources');
  return (
    [...dict.entries.keys()].every((key) => KEYS.has(key)) &&
    isName(dict.get('Type'), 'XObject') &&
    isName(dict.get('Subtype'), 'Form') &&
    box instanceof PdfArray &&
    box.items.length === 4 &&
    box.items.every((item) => typeof item === 'number') &&
    (resources === undefined || (resources instanceof PdfDict && resources.entries.size === 0)) &&
    dict.get('Length') === 0
  );
}

/** By what the revision wrote; that nothing before refers to a new object is asked of every one. */
function isReferredTo({ after, objects }: RevisionChange, num: number): boolean {
  let found = false;
  for (const value of [after.trailer, ...objects.map((object) => object.after ?? null)]) {
    eachReference(value, (ref) => {
      found ||= ref.num === num;
    });
  }
  return found;
}
