import { face } from './en/face.ts';
import { identify } from './en/identify.ts';
import { libras } from './en/libras.ts';
import { outcome } from './en/outcome.ts';
import { problems } from './en/problems.ts';
import { request } from './en/request.ts';
import { shared } from './en/shared.ts';
import { sign } from './en/sign.ts';
import { terms, termsInForce } from './en/terms.ts';
import { totem } from './en/totem.ts';
import { validation } from './en/validation.ts';
import { viewer } from './en/viewer.ts';
import { words } from './en/words.ts';

/** By the Portuguese texts, and by the codes of what failed. */
export const texts = {
  ...shared,
  ...viewer,
  ...identify,
  ...request,
  ...outcome,
  ...sign,
  ...face,
  ...libras,
  ...words,
  ...totem,
  ...terms,
  ...termsInForce,
  ...validation,
  ...problems,
};
export type English = typeof texts;
