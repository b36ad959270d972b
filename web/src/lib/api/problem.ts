import { asProblem as asAnswered, type Problem } from '@lacre/client';

import { translationOf } from '@/lib/language/language.ts';

export {
  isAbort,
  Problem,
  problemFromAnswer,
  type FieldFault,
  type ProblemCode,
  type SecondFactorChallenge,
} from '@lacre/client';

/** Why something failed, in the language that is shown: the server says it in Portuguese, and other languages by code. */
export function asProblem(error: unknown): Problem {
  const problem = asAnswered(error);
  const title = translationOf(problem.code);
  return title === undefined
    ? problem
    : (Object.create(problem, { title: { value: title }, detail: {} }) as Problem);
}
