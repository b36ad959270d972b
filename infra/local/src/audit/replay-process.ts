import { replayProcess, type ProcessState, type ReplayedStep } from '@lacre/command';
import type { EventStore } from '@lacre/event-store';

/** How far a replay goes: after an event's number in its stream, or at a moment (ISO 8601). */
export interface ReplayEnd {
  revision?: bigint | undefined;
  moment?: string | undefined;
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
    const { recorded, metadata } = step;
    if (revision !== undefined && recorded.revision > revision) break;
    if (moment !== undefined && Date.parse(metadata.occurredAt) > Date.parse(moment)) break;
    steps += 1;
    yield step;
  }
  if (steps === 0) throw new NothingToReplay(`não há eventos do processo ${processId} até este ponto`);
}

/** The step as people read it: the event, who did it and when, then the state it left. */
export function stepText({ recorded, metadata, state }: ReplayedStep): string {
  const { actor } = metadata;
  const who = 'name' in actor ? `${actor.name} (${actor.kind})` : actor.kind;
  const head = `#${recorded.revision}  ${metadata.occurredAt}  ${recorded.type}\n     por ${who} · posição ${recorded.position}`;
  return [head, ...stateLines(state).map((line) => `     ${line}`)].join('\n');
}

function stateLines(state: ProcessState): string[] {
  if (state.status === 'absent' || state.status === 'abandoned') return [`processo: ${state.status}`];
  const nameOf = (personId: string): string =>
    state.participants.find((one) => one.personId === personId)?.name ?? personId;
  return [
    `processo: ${state.status}`,
    ...[...state.documents.values()].map(({ name, status }) => `documento "${name}": ${status}`),
    ...[...state.signatures.values()].map(
      ({ personId, part, status }) => `assinatura de ${nameOf(personId)} (${part}): ${status}`,
    ),
  ];
}

/** The step as a line of JSON, for programs. */
export const stepJson = ({ recorded, state }: ReplayedStep): string =>
  JSON.stringify({ event: { ...recorded, revision: Number(recorded.revision) }, state }, asPlain);

function asPlain(_key: string, value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...value];
  return typeof value === 'bigint' ? Number(value) : value;
}
