import type { z } from 'zod';

import type { OperationShape } from './operation.ts';
import { accountOperations } from './operations/account-operations.ts';
import { administrationOperations } from './operations/administration-operations.ts';
import { companyOperations } from './operations/company-operations.ts';
import { downloadOperations } from './operations/download-operations.ts';
import { faceOperations } from './operations/face-operations.ts';
import { identityOperations } from './operations/identity-operations.ts';
import { integrationOperations } from './operations/integration-operations.ts';
import { lookupOperations } from './operations/lookup-operations.ts';
import { personAccessOperations } from './operations/person-access-operations.ts';
import { privacyOperations } from './operations/privacy-operations.ts';
import { processDraftOperations } from './operations/process-draft-operations.ts';
import { processOperations } from './operations/process-operations.ts';
import { processSteeringOperations } from './operations/process-steering-operations.ts';
import { processViewOperations } from './operations/process-view-operations.ts';
import { pushOperations } from './operations/push-operations.ts';
import { recordOperations } from './operations/record-operations.ts';
import { reportOperations } from './operations/report-operations.ts';
import { signInOperations } from './operations/sign-in-operations.ts';
import { signerGroupOperations } from './operations/signer-group-operations.ts';
import { signingOperations } from './operations/signing-operations.ts';
import { tagOperations } from './operations/tag-operations.ts';
import { templateOperations } from './operations/template-operations.ts';
import { tenantOperations } from './operations/tenant-operations.ts';
import { tokenOperations } from './operations/token-operations.ts';
import { totemOperations } from './operations/totem-operations.ts';
import { userOperations } from './operations/user-operations.ts';
import { webhookOperations } from './operations/webhook-operations.ts';
import type { OperationName } from './paths.ts';

/** The whole API. A path without an operation, or the other way round, does not compile. */
export const operations = {
  ...identityOperations,
  ...userOperations,
  ...administrationOperations,
  ...tokenOperations,
  ...totemOperations,
  ...recordOperations,
  ...reportOperations,
  ...tenantOperations,
  ...personAccessOperations,
  ...signInOperations,
  ...accountOperations,
  ...companyOperations,
  ...privacyOperations,
  ...lookupOperations,
  ...processOperations,
  ...processDraftOperations,
  ...processViewOperations,
  ...processSteeringOperations,
  ...tagOperations,
  ...downloadOperations,
  ...templateOperations,
  ...signerGroupOperations,
  ...signingOperations,
  ...faceOperations,
  ...pushOperations,
  ...integrationOperations,
  ...webhookOperations,
} satisfies Record<OperationName, OperationShape>;

export type Operations = typeof operations;

type Field<Name extends OperationName, Key extends string> = Operations[Name] extends {
  [K in Key]: infer Schema;
}
  ? Schema
  : never;

/** What a caller sends and gets, by operation: `BodyOf<'createCompany'>`, before the server fills in defaults. */
export type BodyOf<Name extends OperationName> = z.input<Field<Name, 'body'>>;
export type ParamsOf<Name extends OperationName> = z.input<Field<Name, 'params'>>;
export type QueryOf<Name extends OperationName> = z.input<Field<Name, 'query'>>;
export type AnswerOf<Name extends OperationName> = z.output<Field<Name, 'answer'>>;
