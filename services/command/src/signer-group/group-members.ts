import type { SignerGroupFields } from '@lacre/contracts';

import { assertRegistered } from '../person/registered-persons.ts';
import type { CommandService } from '../service.ts';

/** @throws Refusal PERSON_NOT_FOUND for a member who is not registered */
export const assertMembers = (
  service: CommandService,
  tenantId: string,
  { members }: SignerGroupFields,
): Promise<void> =>
  assertRegistered(
    service,
    tenantId,
    members.map(({ personId }, index) => ({ personId, field: `members.${index}.personId` })),
  );
