import { eventMetadata, eventSchemas, isEventType } from '@lacre/contracts';
import type { RecordedEvent } from '@lacre/event-store';

import type { Audited, CheckResult } from '../fsck.ts';
import { placeOf } from '../open-installation.ts';

/**
 * Every stream counts from 0 without a gap, order only goes up, no id is there twice, every event fits the contracts,
 * and what it has of people can be read unless they were erased.
 */
export async function logIsContiguous({ events, eventStore, damaged }: Audited): Promise<CheckResult> {
  const next = new Map<string, bigint>();
  const ids = new Set<string>();
  const problems: { where: string; what: string }[] = [];
  let last: RecordedEvent | undefined;
  let count = 0;
  for await (const event of events()) {
    const where = placeOf(event);
    const expected = next.get(event.stream) ?? 0n;
    if (event.revision !== expected)
      problems.push({ where, what: `esperava-se o evento de número ${expected}: falta algo no registro` });
    if (last && eventStore.comparePositions(last.position, event.position) >= 0)
      problems.push({ where, what: 'está fora da ordem do registro' });
    if (ids.has(event.id)) problems.push({ where, what: `o identificador ${event.id} se repete` });
    const misfit = misfitOf(event);
    if (misfit !== undefined) problems.push({ where, what: misfit });
    if (damaged.has(where)) problems.push({ where, what: DAMAGED });
    next.set(event.stream, event.revision + 1n);
    ids.add(event.id);
    last = event;
    count += 1;
  }
  return { looked: `${count} eventos em ${next.size} fluxos`, problems };
}

const DAMAGED =
  'os dados pessoais não podem ser lidos, e ninguém os apagou: o evento foi alterado, ou perdeu-se uma chave';

function misfitOf({ type, data, metadata }: RecordedEvent): string | undefined {
  if (!isEventType(type)) return `o tipo ${type} não existe`;
  const parsed = eventSchemas[type].safeParse(data);
  if (!parsed.success)
    return `${type} não tem a forma que deveria (${parsed.error.issues[0]?.path.join('.') ?? ''})`;
  return eventMetadata.safeParse(metadata).success ? undefined : 'os metadados não têm a forma que deveriam';
}
