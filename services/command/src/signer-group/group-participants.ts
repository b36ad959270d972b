import type { Requirements } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import type { CommandHandler } from '../decider/command-handler.ts';
import { keptOf } from '../decider/reusable.ts';
import { assertRegistered } from '../person/registered-persons.ts';
import type { AskedProcess } from '../process/create/looked-up.ts';
import { signerGroup } from './decide-signer-group.ts';

interface AskedGroup {
  signerGroupId: string;
  requirements?: Requirements | undefined;
  group?: number | undefined;
}

/**
 * Every member of the groups that a process asks, as its participants.
 *
 * @throws Refusal GROUP_NOT_FOUND; PERSON_NOT_FOUND for a group with a removed person
 */
export async function groupParticipants(
  service: { handler: CommandHandler },
  tenantId: string,
  asked: readonly AskedGroup[],
): Promise<AskedProcess['participants'][number][]> {
  const lists = await Promise.all(
    asked.map(async ({ signerGroupId, requirements, group }, index) => {
      const field = `signerGroups.${index}`;
      const found = keptOf(await service.handler.load(signerGroup, signerGroupId), tenantId);
      if (found === undefined)
        throw new Refusal('GROUP_NOT_FOUND', {
          fieldErrors: [{ field: `${field}.signerGroupId`, message: 'Grupo não encontrado' }],
        });
      const { members } = found.fields;
      await assertRegistered(
        service,
        tenantId,
        members.map(({ personId }) => ({ personId, field })),
      );
      return members.map(({ personId, part }) => ({ personId, part, requirements, group }));
    }),
  );
  return lists.flat();
}
