import type { SignerGroupFields } from '@lacre/contracts';

import type { CommandHandler } from '../decider/command-handler.ts';
import { assertRegistered } from '../person/registered-persons.ts';

/** @throws Refusal PERSON_NOT_FOUND for a member who is not registered, or in whose name one signs */
export const assertMembers = (
  service: { handler: CommandHandler },
  tenantId: string,
  { members }: SignerGroupFields,
): Promise<void> =>
  assertRegistered(
    service,
    tenantId,
    members.flatMap(({ personId, atRequestOf }, index) => [
      { personId, field: `members.${index}.personId` },
      ...(atRequestOf === undefined
        ? []
        : [{ personId: atRequestOf.personId, field: `members.${index}.atRequestOf.personId` }]),
    ]),
  );
