import { replayProcess, type ProcessState, type ReplayedStep } from '@lacre/command';
import { TIME_ZONE } from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';

/** How far a replay goes: after an event's number in its stream, or at a moment (ISO 8601). */
export interface ReplayEnd {
  revision?: bigint | undefined;
  moment?: string | undefined;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}T[\d:.]+$/;

/**
 * A moment as people write it (ISO 8601): a date alone is all of that day, and what names no zone is in Brasília's.
 *
 * @returns ISO 8601 with its zone; undefined for what is no moment
 */
export function momentOf(text: string): string | undefined {
  const whole = DATE.test(text) ? `${text}T23:59:59.999` : text;
  const moment = WITHOUT_ZONE.test(whole) ? `${whole}-03:00` : whole;
  return Number.isNaN(Date.parse(moment)) ? undefined : moment;
}

/** The process does not exist, or had not begun by then. */
export class NothingToReplay extends Error {
  override readonly name = 'NothingToReplay';
}

/**
 * What a process was after each of its events, as its rules see it.
 *
 * @throws NothingToReplay
 */
export async function* replay(
  store: EventStore,
  processId: string,
  { revision, moment }: ReplayEnd,
): AsyncGenerator<ReplayedStep> {
  let steps = 0;
  for await (const step of replayProcess(store, processId)) {
    const { event } = step;
    if (revision !== undefined && event.revision > revision) break;
    if (moment !== undefined && Date.parse(event.metadata.occurredAt) > Date.parse(moment)) break;
    steps += 1;
    yield step;
  }
  if (steps === 0) throw new NothingToReplay(`não há eventos do processo ${processId} até este ponto`);
}

const ACTORS: Readonly<Record<string, string>> = { user: 'usuário', person: 'pessoa', system: 'sistema' };
const PARTS: Readonly<Record<string, string>> = {
  signer: 'signatário',
  signatory: 'representante',
  attestant: 'testemunha',
};
const STATES: Readonly<Record<string, string>> = {
  absent: 'não existe',
  abandoned: 'não chegou a existir',
  waiting: 'aguarda assinaturas',
  finished: 'concluído',
  pending: 'pendente',
  completed: 'assinado por todos, aguarda o selo',
  sealed: 'selado',
  signed: 'assinada',
};
const ENDED = { rejected: 'rejeitad', canceled: 'cancelad', expired: 'expirad' } as const;

/** @param ending the gender of what is spoken of */
function stateName(status: string, ending: 'o' | 'a', expired = false): string {
  const ended = ENDED[(expired ? 'expired' : status) as keyof typeof ENDED];
  return ended === undefined ? (STATES[status] ?? status) : `${ended}${ending}`;
}

const MOMENT = new Intl.DateTimeFormat('pt-BR', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The step as people read it: the event, who did it and when, then the state it left. */
export function stepText({ event, state }: ReplayedStep): string {
  const { actor, occurredAt } = event.metadata;
  const kind = ACTORS[actor.kind] ?? actor.kind;
  const who = 'name' in actor ? `${actor.name} (${kind})` : kind;
  const when = `${occurredAt} (${MOMENT.format(new Date(occurredAt))} em Brasília)`;
  const head = `#${event.revision}  ${event.type}\n     ${when}\n     por ${who} · posição ${event.position}`;
  return [head, ...stateLines(state).map((line) => `     ${line}`)].join('\n');
}

/** Each document with its signatures below it. */
function stateLines(state: ProcessState): string[] {
  if (state.status === 'absent' || state.status === 'abandoned')
    return [`processo: ${stateName(state.status, 'o')}`];
  const nameOf = (personId: string): string =>
    state.participants.find((one) => one.personId === personId)?.name ?? personId;
  const lines = [`processo: ${stateName(state.status, 'o', state.expired)}`];
  for (const document of state.documents.values()) {
    lines.push(`documento "${document.name}": ${stateName(document.status, 'o')}`);
    for (const { documentId, personId, part, status, expired } of state.signatures.values()) {
      if (documentId !== document.documentId) continue;
      const whose = `${nameOf(personId)} (${PARTS[part] ?? part})`;
      lines.push(`  assinatura de ${whose}: ${stateName(status, 'a', expired)}`);
    }
  }
  return lines;
}

/** The step as a line of JSON, for programs. */
export const stepJson = ({ event, state }: ReplayedStep): string =>
  JSON.stringify({ event: { ...event, revision: Number(event.revision) }, state }, asPlain);

function asPlain(_key: string, value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...value];
  return typeof value === 'bigint' ? Number(value) : value;
}
