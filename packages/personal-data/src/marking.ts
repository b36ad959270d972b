import { erasedBy, personalContentOf, type EventLike, type PersonalContent } from '@lacre/contracts';

/** What is personal in an event, and which events erase somebody. */
export interface Marking {
  contentOf(event: EventLike): PersonalContent;
  /** Id of whose data the event erases. */
  erasedBy(event: EventLike): string | undefined;
}

/** As the product's contracts mark it. */
export const contractsMarking: Marking = { contentOf: personalContentOf, erasedBy };
