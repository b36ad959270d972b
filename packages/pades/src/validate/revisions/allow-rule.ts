import type { Role } from '../../pdf/document/object-roles.ts';
import type { ObjectChange, RevisionChange } from './revision-change.ts';

/**
 * Everything that happens to an object after the seal is forbidden unless one of these rules allows
 * it. `keeps` says which verdict survives at best: `intact` for what time stamps and validation data
 * need, `augmented-by-others` for what other writers do around them, `later-signature` for what
 * a foreign signature needs.
 */
export interface AllowRule {
  readonly name: string;
  readonly why: string;
  readonly keeps: 'intact' | 'augmented-by-others' | 'later-signature';
  /** What an object that was there before must be, and nothing else, both before and after. */
  readonly role?: Role;
  permits(change: ObjectChange, revision: RevisionChange): boolean;
}
