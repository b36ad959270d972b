import type { ErrorCode } from '@lacre/contracts';

/** Codes that no request is answered with, and why. An operation that declares one of them is to have its row instead. */
export const NOT_ANSWERED: Partial<Record<ErrorCode, string>> = {
  NOT_FROM_TENANT:
    'what belongs to another tenant is answered as if it were not there (COMPANY_NOT_FOUND and the like): this code would say that it exists',
  ENV_VARIABLE_NOT_FOUND:
    'nothing starts without what it must be configured with: the start ends and names the variable, so that no request meets its absence',
  PDF_NOT_ENCRYPTED:
    'validation answers with a verdict, never a refusal for what is in it: a file without the platform’s data is “not ours”',
  PDF_WRONG_ENCRYPTION_KEY:
    'as PDF_NOT_ENCRYPTED: verdicts rest on signatures, and the encrypted payload is opened by its owner’s tools alone',
  REFUNDING_ABOVE_RESERVED:
    'credits are settled by jobs: a guard of their decider (services/command/src/credits/decide-credits.test.ts), which no request reaches',
  CONSUMING_ABOVE_RESERVED:
    'credits are settled by jobs: a guard of their decider (services/command/src/credits/decide-credits.test.ts), which no request reaches',
};

/** Declared by an operation, and not to be provoked by a request here: where it is tried instead. */
export const TRIED_ELSEWHERE: Partial<Record<ErrorCode, string>> = {
  TEMPLATE_PDF_GENERATION: 'takes a renderer that fails: services/signer/src/template/templates.test.ts',
  FACE_REGISTER_UNKNOWN:
    'takes an identity check: services/signer/src/face/comparison/enrol-with-register.test.ts',
  REQUEST_TIMEOUT:
    'takes a sender who stops half-way: packages/http/src/transfers/transfers.test.ts and services/signer/src/intake/slow-uploads.test.ts',
  TOO_MANY_UPLOADS:
    'takes senders who stop half-way by the hundred: packages/http/src/transfers/transfers.test.ts and services/signer/src/intake/slow-uploads.test.ts',
  DOWNLOAD_TOO_LARGE:
    'takes more than 500 sealed documents or 2 GB: services/command/src/download/decide-download.test.ts',
};
