export {
  createDomainLog,
  type DomainLog,
  type DomainLogMessage,
  type NewDomainEvent,
  type NewMetadata,
  type OrderedDomainAppend,
} from './domain-log.ts';
export { checked, soundEvent, understood, UnknownEvent, type LoggedEvent } from './logged-event.ts';
