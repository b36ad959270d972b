export {
  asProblem,
  isAbort,
  Problem,
  problemFromAnswer,
  type FieldFault,
  type ProblemCode,
  type SecondFactorChallenge,
} from '@lacre/client';
