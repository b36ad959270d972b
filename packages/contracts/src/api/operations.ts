import type { z } from 'zod';

import { accountOperations } from './account-operations.ts';
import { administrationOperations } from './administration-operations.ts';
import { companyOperations } from './company-operations.ts';
import { downloadOperations } from './download-operations.ts';
import { faceOperations } from './face-operations.ts';
import { identityOperations } from './identity-operations.ts';
import { integrationOperations } from './integration-operations.ts';
import { lookupOperations } from './lookup-operations.ts';
import type { OperationShape } from './operation.ts';
import type { OperationName } from './paths.ts';
import { personAccessOperations } from './person-access-operations.ts';
import { privacyOperations } from './privacy-operations.ts';
import { processOperations } from './process-operations.ts';
import { processSteeringOperations } from './process-steering-operations.ts';
import { signInOperations } from './sign-in-operations.ts';
import { signingOperations } from './signing-operations.ts';
import { tagOperations } from './tag-operations.ts';
import { templateOperations } from './template-operations.ts';
import { tenantOperations } from './tenant-operations.ts';
import { tokenOperations } from './token-operations.ts';
import { totemOperations } from './totem-operations.ts';
import { userOperations } from './user-operations.ts';
import { webhookOperations } from './webhook-operations.ts';

/** The whole API. A path without an operation, or the other way round, does not compile. */
export const operations = {
  ...identityOperations,
  ...userOperations,
  ...administrationOperations,
  ...tokenOperations,
  ...totemOperations,
  ...tenantOperations,
  ...personAccessOperations,
  ...signInOperations,
  ...accountOperations,
  ...companyOperations,
  ...privacyOperations,
  ...lookupOperations,
  ...processOperations,
  ...processSteeringOperations,
  ...tagOperations,
  ...downloadOperations,
  ...templateOperations,
  ...signingOperations,
  ...faceOperations,
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
