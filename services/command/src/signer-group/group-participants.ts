import type { Impediment, Requirements } from '@lacre/contracts';
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
  /** Why those cannot sign in whose name members do. */
  impediments: readonly { personId: string; impediment: Impediment }[];
}

/**
 * Every member of the groups that a process asks, as its participants.
 *
 * @throws Refusal GROUP_NOT_FOUND; PERSON_NOT_FOUND for a group with a removed person; CLASS_VALIDATION_ERROR where it is
 * not said why one of them cannot sign
 */
export async function groupParticipants(
  service: { handler: CommandHandler },
  tenantId: string,
  asked: readonly AskedGroup[],
): Promise<AskedProcess['participants'][number][]> {
  const lists = await Promise.all(
    asked.map(async ({ signerGroupId, requirements, group, impediments }, index) => {
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
        members
          .flatMap((member) => [member, ...(member.atRequestOf === undefined ? [] : [member.atRequestOf])])
          .map(({ personId }) => ({ personId, field })),
      );
      const why = new Map(impediments.map(({ personId, impediment }) => [personId, impediment]));
      return members.map(({ personId, part, atRequestOf }) => ({
        personId,
        part,
        requirements,
        group,
        atRequestOf: atRequestOf && requestOf(atRequestOf.personId, why, field),
      }));
    }),
  );
  return lists.flat();
}

function requestOf(personId: string, why: ReadonlyMap<string, Impediment>, field: string) {
  const impediment = why.get(personId);
  if (impediment === undefined)
    throw new Refusal('CLASS_VALIDATION_ERROR', {
      fieldErrors: [
        {
          field: `${field}.impediments`,
          message: 'Informe por que não pode assinar cada pessoa a rogo de quem um membro do grupo assina',
        },
      ],
    });
  return { personId, impediment };
}
