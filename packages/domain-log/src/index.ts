export {
  createDomainLog,
  type DomainLog,
  type DomainLogMessage,
  type NewDomainEvent,
  type NewMetadata,
} from './domain-log.ts';
export { soundEvent, understood, UnknownEvent, validated, type LoggedEvent } from './logged-event.ts';
