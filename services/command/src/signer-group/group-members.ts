import type { SignerGroupFields } from '@lacre/contracts';

import type { CommandHandler } from '../decider/command-handler.ts';
import { assertRegistered } from '../person/registered-persons.ts';

/** @throws Refusal PERSON_NOT_FOUND for a member who is not registered */
export const assertMembers = (
  service: { handler: CommandHandler },
  tenantId: string,
  { members }: SignerGroupFields,
): Promise<void> =>
  assertRegistered(
    service,
    tenantId,
    members.map(({ personId }, index) => ({ personId, field: `members.${index}.personId` })),
  );
