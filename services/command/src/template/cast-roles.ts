import { takersOf, type Impediment, type Requirements, type TemplateRole } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import { company, companyOf } from '../company/decide-company.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import type { AskedProcess } from '../process/create/looked-up.ts';

interface Casting {
  role: string;
  personId: string;
  requirements?: Requirements | undefined;
  atRequestOf?: { personId: string; impediment: Impediment } | undefined;
}

interface Cast {
  participants: AskedProcess['participants'][number][];
  /** Who takes each role, by its key, and in whose name, if in another's, as the contracts' `takersOf` has them. */
  takers: ReadonlyMap<string, string>;
}

/**
 * Who takes which role: whom the request names, else whom the template does, else, for the company's representative, the
 * next of its default signatories.
 *
 * @throws Refusal CLASS_VALIDATION_ERROR that names every role without a person, that does not exist, or for which
 * it is not said at whose request it is signed
 */
export async function castRoles(
  { handler }: { handler: CommandHandler },
  tenantId: string,
  companyId: string,
  roles: readonly TemplateRole[],
  casting: readonly Casting[],
): Promise<Cast> {
  const keys = new Set(roles.map(({ key }) => key));
  const problems = casting.flatMap(({ role }, index) =>
    keys.has(role)
      ? []
      : [{ field: `participants.${index}.role`, message: 'Este papel não existe no modelo' }],
  );
  const chosen = new Map(casting.map((each) => [each.role, each]));
  const ofCompany = companyOf(await handler.load(company, companyId), tenantId);
  const takers = takersOf(roles, casting, ofCompany?.fields.defaultSignatoryIds);
  const participants = roles.map(({ key, label, part, requirements, group, atRequest }) => {
    const personId = takers.get(key);
    if (personId === undefined) problems.push({ field: 'participants', message: `Informe quem é: ${label}` });
    const atRequestOf = chosen.get(key)?.atRequestOf;
    if (atRequest === true && atRequestOf === undefined)
      problems.push({ field: 'participants', message: `Informe a rogo de quem assina: ${label}` });
    return {
      personId: personId ?? '',
      part,
      requirements: chosen.get(key)?.requirements ?? requirements,
      ...(group === undefined ? {} : { group }),
      ...(atRequestOf === undefined ? {} : { atRequestOf }),
    };
  });
  if (problems.length > 0) throw new Refusal('CLASS_VALIDATION_ERROR', { fieldErrors: problems });
  const taken = [...takers].flatMap(([key, personId]) =>
    personId === undefined ? [] : [[key, personId] as const],
  );
  return { participants, takers: new Map(taken) };
}
