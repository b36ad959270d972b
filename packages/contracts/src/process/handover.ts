import type { DataOf, ProcessEvent } from '../events/index.ts';

/** An event by which the pending signatures of one participant become another's. */
export type HandoverEvent = Extract<ProcessEvent, { type: 'ParticipantReplaced' | 'SignatureDelegated' }>;

/** Who gives place, who takes it, and which signatures go over. */
export type Handover = Pick<DataOf<'ParticipantReplaced'>, 'replaced' | 'participant' | 'signatures'>;

/** What a handover changes, whether the tenant decided it or the participant. */
export const handoverOf = ({ type, data }: HandoverEvent): Handover =>
  type === 'ParticipantReplaced'
    ? data
    : {
        replaced: { personId: data.personId, name: data.name },
        participant: data.participant,
        signatures: data.signatures,
      };

export const isHandover = <Event extends { type: string }>(
  event: Event,
): event is Extract<Event, { type: HandoverEvent['type'] }> =>
  event.type === 'ParticipantReplaced' || event.type === 'SignatureDelegated';
