export { pathOf } from './address.ts';
export type { CallArguments, CallOptions, FileGiver, FileTaker } from './call-options.ts';
export { createClient, newIntent, type Client, type ClientOptions, type Credentials } from './client.ts';
export { events, type EventOptions, type FeedEvent } from './events.ts';
export {
  asProblem,
  isAbort,
  Problem,
  problemFromAnswer,
  type FieldFault,
  type ProblemCode,
  type SecondFactorChallenge,
  type TitledCode,
} from './problem.ts';
export { randomId } from './random-id.ts';
export type { RetryPolicy } from './retry.ts';
export {
  verifyWebhook,
  WebhookRejected,
  type Delivery,
  type VerifyOptions,
  type WebhookFault,
} from './verify-webhook.ts';
export type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '@lacre/contracts';
export type { ErrorCode } from '@lacre/contracts/errors';
export type { OperationName } from '@lacre/contracts/paths';
