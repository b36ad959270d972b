import type { Attack } from './attack.ts';
import { EVIL_ANNOTATION, SNEAKY_SIGNATURE } from './certification.ts';
import { DRAWN_OTHERWISE } from './drawn-otherwise.ts';
import { CMS_FORGERY } from './forgery/cms-forgery.ts';
import { LONG_TERM_FORGERY } from './forgery/long-term-forgery.ts';
import { SIGNATURE_WRAPPING, UNIVERSAL_FORGERY, WRONG_BYTE_RANGE } from './forgery/signature-forgery.ts';
import { SIGNATURE_TIME_STAMP_FORGERY } from './forgery/time-stamp-forgery.ts';
import { INCREMENTAL_SAVING } from './incremental-saving.ts';
import { OTHER_SPELLING } from './other-spelling.ts';
import { PARSER_DIFFERENTIALS } from './parser-differentials.ts';
import { flippedBits, SAME_MEANING, TRAILING_BYTES, truncations } from './raw-damage.ts';
import { PREPARED_FOR_A_TAIL, TURNED_BY_A_TAIL } from './rebuilt-otherwise.ts';
import type { Bases } from './sealed-bases.ts';
import { SECTION_NUMBERS } from './section-numbers.ts';
import { SHADOW_HIDE, SHADOW_HIDE_AND_REPLACE, SHADOW_OTHERS, SHADOW_REPLACE } from './shadow.ts';
import { STAMPED_OTHERWISE } from './stamped-otherwise.ts';
import { STAMPED_WITHOUT_END } from './stamped-without-end.ts';
import { TOLD_OTHERWISE } from './told-otherwise.ts';
import { TWO_ROLES } from './two-roles.ts';

/** Tricks, each thought of by itself. */
export const TRICKS: readonly Attack[] = [
  ...INCREMENTAL_SAVING,
  ...SIGNATURE_WRAPPING,
  ...UNIVERSAL_FORGERY,
  ...SHADOW_HIDE,
  ...SHADOW_REPLACE,
  ...SHADOW_OTHERS,
  ...SHADOW_HIDE_AND_REPLACE,
  ...EVIL_ANNOTATION,
  ...SNEAKY_SIGNATURE,
  ...STAMPED_OTHERWISE,
  ...STAMPED_WITHOUT_END,
  ...DRAWN_OTHERWISE,
  ...PARSER_DIFFERENTIALS,
  ...TRAILING_BYTES,
  ...SAME_MEANING,
  ...CMS_FORGERY,
  ...SIGNATURE_TIME_STAMP_FORGERY,
  ...WRONG_BYTE_RANGE,
  ...LONG_TERM_FORGERY,
  ...OTHER_SPELLING,
  ...TWO_ROLES,
  ...SECTION_NUMBERS,
  ...TOLD_OTHERWISE,
  ...PREPARED_FOR_A_TAIL,
  ...TURNED_BY_A_TAIL,
];

/** Damage done everywhere in turn. */
export function sweeps(bases: Bases): readonly Attack[] {
  return [...truncations(bases), ...flippedBits(bases)];
}
