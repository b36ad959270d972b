import type { BodyOf, Part } from '@lacre/contracts';
import { WITNESSES_AT_REQUEST, type Impediment } from '@lacre/contracts/at-request';

import { LACKS_WITNESSES } from '@/entities/process/at-request-words.ts';

/** In whose name someone signs, as far as it is chosen. */
export interface DraftRequest {
  person: { personId: string; name: string; cpf: string } | null;
  impediment: Impediment | null;
}

/** Of a draft, what signing at another's request depends on. */
interface Participants {
  participants: readonly {
    personId: string;
    name: string;
    cpf: string;
    part: Part;
    atRequestOf?: DraftRequest | undefined;
  }[];
}

/** People in whose name participants sign. */
export const requestingIn = ({ participants }: Participants): NonNullable<DraftRequest['person']>[] =>
  participants.flatMap(({ atRequestOf }) => atRequestOf?.person ?? []);

/** What signing at another's request still lacks, in words. */
export function requestFaults(draft: Participants): string[] {
  const { participants } = draft;
  const requests = participants.filter(({ atRequestOf }) => atRequestOf !== undefined);
  if (requests.length === 0) return [];
  const incomplete = requests.filter(
    ({ atRequestOf }) => atRequestOf?.person == null || atRequestOf.impediment === null,
  );
  const takingPart = requestingIn(draft).filter((one) =>
    participants.some(({ personId, cpf }) => personId === one.personId || cpf === one.cpf),
  );
  const witnesses = participants.filter(({ part }) => part === 'attestant').length;
  return [
    ...incomplete.map(({ name }) => `Diga a rogo de quem ${name} assina, e por que essa pessoa não assina.`),
    ...takingPart.map(({ name }) => `${name} não assina: não pode participar de outra forma.`),
    ...(witnesses < WITNESSES_AT_REQUEST ? [LACKS_WITNESSES] : []),
  ];
}

/** As the process is created with it. */
export const requestBody = (
  request: DraftRequest | undefined,
): Pick<BodyOf<'createProcess'>['participants'][number], 'atRequestOf'> =>
  request?.person == null || request.impediment === null
    ? {}
    : { atRequestOf: { personId: request.person.personId, impediment: request.impediment } };
