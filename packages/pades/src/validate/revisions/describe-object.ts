import { PdfArray, PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '../../pdf/syntax/pdf-values.ts';
import type { ObjectChange, RevisionChange } from './revision-change.ts';

/** What an object is to a person who reads a report of changes. */
export function describeObject({ num, before, after }: ObjectChange, change: RevisionChange): string {
  const page = change.before.pages.findIndex(({ ref }) => ref.num === num);
  if (page >= 0) return `page ${page + 1}`;
  if (num === change.before.root.num) return 'catalog';
  if (num === change.before.form.ref?.num) return 'form';
  if (change.store.objects.has(num)) return 'security store';
  if (change.annotationLists.has(num)) return 'list of annotations';
  const info = change.before.trailer.get('Info');
  if (info instanceof PdfRef && info.num === num) return 'document information';
  const signature = change.signatures.find(({ field }) => field.fieldRef.num === num);
  if (signature) return `field ${signature.field.name}`;
  const value = change.signatures.find(({ field }) => field.valueRef?.num === num);
  if (value) return `${value.kind} of ${value.field.name}`;
  return typeName(after ?? before);
}

function typeName(value: PdfValue | undefined): string {
  if (value instanceof PdfStream) return `stream${keyed(value.dict)}`;
  if (value instanceof PdfDict) return `dictionary${keyed(value)}`;
  if (value instanceof PdfArray) return 'array';
  return 'value';
}

/** Type and Subtype, as far as the object states them itself. */
function keyed(dict: PdfDict): string {
  const names = ['Type', 'Subtype'].map((key) => dict.get(key));
  const told = names.flatMap((name) => (name instanceof PdfName ? name.name.slice(0, 40) : []));
  return told.length === 0 ? '' : ` (${told.join(', ')})`;
}
