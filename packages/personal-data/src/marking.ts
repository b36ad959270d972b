import {
  erasedBy,
  newEventFault,
  personalContentOf,
  type EventLike,
  type PersonalContent,
} from '@lacre/contracts';

/** What is personal in an event, and which events are erasures. */
export interface Marking {
  contentOf(event: EventLike): PersonalContent;
  /** Where an event that is to be written is not what its type says. */
  faultOf(event: EventLike): { in: string; path: string } | undefined;
  /** Id of whose data the event erases. */
  erasedBy(event: EventLike): string | undefined;
}

/** As the product's contracts mark it. */
export const contractsMarking: Marking = { contentOf: personalContentOf, faultOf: newEventFault, erasedBy };
