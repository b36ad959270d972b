import type { AnswerOf } from '@lacre/contracts';
import type { EmbeddedProblem, SignerTrust } from '@lacre/pades';

import type { ValidationReason } from '../validation-reason.ts';

export type EmbeddedNote = EmbeddedProblem | 'never-issued';

/** Objects of a file that have a name of their own in reports. */
export type NamedObject =
  | 'catalog'
  | 'form'
  | 'security store'
  | 'list of annotations'
  | 'document information'
  | 'array'
  | 'value';

/** Rules that allow a change after the seal. */
export type NamedRule =
  | 'cross-reference-stream'
  | 'object-stream'
  | 'same-value'
  | 'security-store'
  | 'time-stamp-field'
  | 'time-stamp-extras'
  | 'signature-object'
  | 'signed-field'
  | 'catalog'
  | 'catalog-version'
  | 'metadata'
  | 'form'
  | 'field-list'
  | 'page-annotations'
  | 'annotation-list'
  | 'document-information'
  | 'unreached-form';

/** All that a verdict is said in; a new code does not compile until every language has its sentence. */
export interface ValidationWords {
  /** After the explanation. */
  printsOtherwise: string;
  partialCopy: string;
  /** What a lay person reads first. */
  explanations: Readonly<Record<AnswerOf<'validateDocument'>['verdict'], string>>;
  reasons: Readonly<Record<ValidationReason['code'], string>>;
  /** What is said of a signer after the seal: a name counts as far as the certificate is known. */
  signer: Readonly<Record<SignerTrust, (name: string) => string>>;
  unproven: (name: string) => string;
  /** One of `notes` as a sentence of its own. */
  note: (note: string) => string;
  /** What there is to say of a signature that a document brought, after "the signature". */
  notes: Readonly<Record<EmbeddedNote, string>>;
  /** What the objects of a file are called in the technical report. Names of the PDF format stay as they are. */
  objects: Readonly<Record<NamedObject, string>>;
  patterns: readonly (readonly [RegExp, string])[];
  /** Why a change after the seal is allowed. */
  rules: Readonly<Record<NamedRule, string>>;
}
