import { face } from './es/face.ts';
import { identify } from './es/identify.ts';
import { libras } from './es/libras.ts';
import { outcome } from './es/outcome.ts';
import { problems } from './es/problems.ts';
import { request } from './es/request.ts';
import { shared } from './es/shared.ts';
import { sign } from './es/sign.ts';
import { terms, termsInForce } from './es/terms.ts';
import { totem } from './es/totem.ts';
import { validation } from './es/validation.ts';
import { viewer } from './es/viewer.ts';
import { words } from './es/words.ts';

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
