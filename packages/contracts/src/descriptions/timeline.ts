import type { DataOf, ProcessEvent } from '../events/index.ts';
import type { ProcessEventDescription, TimelinePlace } from './description.ts';
import { processDescriptions } from './process-descriptions.ts';

type Described = typeof processDescriptions;

/** The events that stand on the timeline of their process. */
export type TimelineEventType = {
  [Type in keyof Described]: Described[Type] extends { timeline: TimelinePlace } ? Type : never;
}[keyof Described];

/** What the timeline of a process calls an event. */
export type TimelineAction = Described[TimelineEventType]['timeline']['action'];

/** How a timeline shows an event. */
export type TimelineEntryWords = TimelinePlace & { action: TimelineAction; title: string };

const descriptions: Readonly<Record<ProcessEvent['type'], ProcessEventDescription | null>> =
  processDescriptions;

/** What people read of an event of a process; null for what only the machinery needs. */
export const processDescriptionOf = (type: string): ProcessEventDescription | null =>
  Object.hasOwn(descriptions, type) ? descriptions[type as ProcessEvent['type']] : null;

/** What the timeline calls an event; null for what does not stand on it. */
export const timelineActionOf = (type: string): TimelineAction | null =>
  (processDescriptionOf(type)?.timeline?.action ?? null) as TimelineAction | null;

/** The timeline's words for each of its actions. */
export const timelineWords = Object.fromEntries(
  Object.values(descriptions).flatMap((description) =>
    description?.timeline === undefined
      ? []
      : [[description.timeline.action, { ...description.timeline, title: description.title }]],
  ),
) as Readonly<Record<TimelineAction, TimelineEntryWords>>;

/** In the order of a process's life. */
export const TIMELINE_ACTIONS = Object.keys(timelineWords) as [TimelineAction, ...TimelineAction[]];

/** Why a document was rejected by the rules, as a sentence. */
export const REJECTION_CAUSES: Readonly<Record<DataOf<'DocumentRejected'>['cause'], string>> = {
  'required-participant-rejected': 'Um participante obrigatório recusou assinar.',
  'minimum-signatories-unreachable': 'O mínimo de representantes não podia mais ser atingido.',
  'deadline-passed': 'O prazo para assinar terminou.',
};
