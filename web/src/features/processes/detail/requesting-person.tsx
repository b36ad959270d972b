import { IMPEDIMENT_WORDS } from '@lacre/contracts/at-request';
import { formatCpf } from '@lacre/contracts/brazil';
import { ERASED } from '@lacre/contracts/erased';

import type { ProcessParticipant } from '@/entities/process/queries.ts';

/** In whose name they sign. */
export function RequestingPerson({
  request: { name, cpf, impediment },
  signed,
}: {
  request: NonNullable<ProcessParticipant['atRequestOf']>;
  signed: boolean;
}) {
  const verb = signed ? 'Assinou' : 'Assina';
  if (name === ERASED)
    return <p className="basis-full">{verb} a rogo de pessoa cujos dados foram apagados.</p>;
  return (
    <p className="basis-full wrap-anywhere">
      {verb} a rogo de <span className="font-medium text-ink">{name}</span>,{' '}
      <span className="tabular">{formatCpf(cpf)}</span>
      {impediment !== null && `, que ${IMPEDIMENT_WORDS[impediment]}`}.
    </p>
  );
}
