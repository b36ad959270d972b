import type { PdfReader } from '../pdf-reader.ts';
import { PdfSyntaxError } from '../syntax/pdf-syntax-error.ts';
import { isName, PdfArray, PdfDict, PdfRef, PdfString, type PdfValue } from '../syntax/pdf-values.ts';
import { decodeText } from '../syntax/text-string.ts';

/** A signature field that has been signed. */
export interface SignatureField {
  /** Fully qualified name (ISO 32000-2, 12.7.4.2). */
  readonly name: string;
  readonly fieldRef: PdfRef;
  readonly field: PdfDict;
  /** Reference to the signature dictionary; undefined when it stands directly in the field. */
  readonly valueRef: PdfRef | undefined;
  readonly value: PdfDict;
}

/** The catalog's AcroForm as far as signatures need it. */
export interface InteractiveForm {
  readonly ref: PdfRef | undefined;
  readonly dict: PdfDict | undefined;
  readonly signatures: readonly SignatureField[];
  /** All fields without fields below them, signed or not; widgets of a field count as below it. */
  readonly fields: readonly PdfDict[];
  /** Names of all root fields, to choose a free one. */
  readonly rootNames: ReadonlySet<string>;
  /** DocMDP permission of a certification signature: 1 nothing, 2 forms and signatures, 3 annotations too. */
  readonly certification: { readonly permission: number } | undefined;
}

interface FieldInheritance {
  readonly name: string;
  readonly type: PdfValue;
  readonly value: PdfValue | undefined;
}

/** Reads the form by Catalog → AcroForm → Fields → Kids. */
export function readInteractiveForm(pdf: PdfReader): InteractiveForm {
  const entry = pdf.catalog.get('AcroForm');
  const dict = pdf.resolve(entry);
  const ref = entry instanceof PdfRef ? entry : undefined;
  if (dict === null) {
    return {
      ref: undefined,
      dict: undefined,
      signatures: [],
      fields: [],
      rootNames: new Set(),
      certification: undefined,
    };
  }
  if (!(dict instanceof PdfDict)) throw malformed(pdf.catalog.start, 'AcroForm is not a dictionary');
  const signatures: SignatureField[] = [];
  const fields: PdfDict[] = [];
  const rootNames = new Set<string>();
  const seen = new Set<number>();

  const visit = (fieldRef: PdfValue, parent: FieldInheritance, depth: number): void => {
    if (depth > pdf.limits.maxDepth) throw new PdfSyntaxError('limit-depth', 0, 'field tree is too deep');
    if (!(fieldRef instanceof PdfRef)) throw malformed(dict.start, 'a field is not a reference');
    if (seen.has(fieldRef.num)) throw malformed(0, `object ${fieldRef.num} is in the field tree twice`);
    seen.add(fieldRef.num);
    const field = pdf.resolve(fieldRef);
    if (field === null) return;
    if (!(field instanceof PdfDict)) throw malformed(0, `field ${fieldRef.num} is not a dictionary`);
    const partial = pdf.resolve(field.get('T'));
    const own = partial instanceof PdfString ? decodeText(partial.bytes) : undefined;
    if (depth === 0 && own !== undefined) rootNames.add(own);
    const name = [parent.name, own].filter(Boolean).join('.');
    const type = field.has('FT') ? pdf.resolve(field.get('FT')) : parent.type;
    const value = field.get('V') ?? parent.value;
    const kids = pdf.resolve(field.get('Kids'));
    if (kids instanceof PdfArray) {
      for (const kid of kids.items) visit(kid, { name, type, value }, depth + 1);
    } else if (kids !== null) throw malformed(field.start, 'Kids is not an array');
    else fields.push(field);
    const resolved = isName(type, 'Sig') && field.has('V') ? pdf.resolve(field.get('V')) : null;
    if (resolved instanceof PdfDict) {
      const valueRef = value instanceof PdfRef ? value : undefined;
      signatures.push({ name, fieldRef, field, valueRef, value: resolved });
    }
  };

  for (const field of fieldsOf(pdf, dict)) visit(field, { name: '', type: null, value: undefined }, 0);
  return { ref, dict, signatures, fields, rootNames, certification: certificationOf(pdf, signatures) };
}

function malformed(offset: number, detail: string): PdfSyntaxError {
  return new PdfSyntaxError('form-malformed', offset, detail);
}

function fieldsOf(pdf: PdfReader, form: PdfDict): readonly PdfValue[] {
  const fields = pdf.resolve(form.get('Fields'));
  if (fields === null) return [];
  if (!(fields instanceof PdfArray)) throw malformed(form.start, 'Fields is not an array');
  return fields.items;
}

/**
 * The strictest DocMDP of the document (ISO 32000-2, 12.8.2.2). Perms is looked at as well as every
 * signature's own Reference, for a certification signature need not be named in Perms.
 */
function certificationOf(
  pdf: PdfReader,
  signatures: readonly SignatureField[],
): { readonly permission: number } | undefined {
  const perms = pdf.resolve(pdf.catalog.get('Perms'));
  const named = perms instanceof PdfDict ? pdf.resolve(perms.get('DocMDP')) : null;
  const dictionaries = signatures.map((signature) => signature.value);
  if (named instanceof PdfDict) dictionaries.push(named);
  const permissions = dictionaries.flatMap((value) => docMdpPermissions(pdf, value));
  const locks = signatures.flatMap((signature) => lockPermissions(pdf, signature.field));
  const all = [...permissions, ...locks];
  return all.length === 0 ? undefined : { permission: Math.min(...all) };
}

function docMdpPermissions(pdf: PdfReader, signature: PdfDict): number[] {
  const references = pdf.resolve(signature.get('Reference'));
  if (!(references instanceof PdfArray)) return [];
  return references.items.flatMap((item) => {
    const reference = pdf.resolve(item);
    if (!(reference instanceof PdfDict) || !isName(pdf.resolve(reference.get('TransformMethod')), 'DocMDP'))
      return [];
    const parameters = pdf.resolve(reference.get('TransformParams'));
    const permission = parameters instanceof PdfDict ? pdf.resolve(parameters.get('P')) : null;
    // Table 257: P is 2 when it is left out.
    return [permission === 1 || permission === 3 ? permission : 2];
  });
}

/** Table 236: a signed field's Lock may forbid all later changes as a DocMDP of 1 does. */
function lockPermissions(pdf: PdfReader, field: PdfDict): number[] {
  const lock = pdf.resolve(field.get('Lock'));
  const permission = lock instanceof PdfDict ? pdf.resolve(lock.get('P')) : null;
  return typeof permission === 'number' ? [permission] : [];
}
