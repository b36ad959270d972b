export { FEED_SCAN, MAX_FEED_PAGE, MAX_FEED_WAIT_SECONDS } from './api/operations/integration-operations.ts';
export type { EmbeddedSignatureView } from './api/shapes/embedded-signature.ts';
export * from './api/shapes/legal-claim-shape.ts';
export * from './api/operation.ts';
export * from './api/operations.ts';
export * from './api/paths.ts';
export * from './api/rules.ts';
export * from './api/scopes.ts';
export * as shapes from './api/shapes/index.ts';
export * from './brazil/brasilia.ts';
export * from './brazil/time-zone.ts';
export * from './brazil/end-of-day.ts';
export * from './brazil/index.ts';
export * from './legal/at-request.ts';
export * from './legal/consent-language.ts';
export * from './legal/consent-text.ts';
export * from './contact.ts';
export * from './descriptions/index.ts';
export * from './descriptions/timeline.ts';
export * from './text/device-text.ts';
export * from './text/emptiness.ts';
export * from './erased.ts';
export * from './errors.ts';
export { eventFault, newEventFault, type EventFault } from './events/event-fault.ts';
export { formerShapesOf, schemaVersionOf, type FormerShape } from './events/former-shapes.ts';
export * from './events/index.ts';
export * from './events/streams.ts';
export {
  erasedBy,
  personalContentOf,
  type EventLike,
  type PersonalContent,
  type PersonalLeaf,
} from './events/personal-data.ts';
export * from './feed/index.ts';
export * from './face.ts';
export { MAX_FACE_SIMILARITY, MIN_FACE_SIMILARITY } from './face-figures.ts';
export * from './fields.ts';
export * from './legal/legal-class.ts';
export * from './limits.ts';
export * from './text/mark.ts';
export * from './security/password-policy.ts';
export * from './provider-codes.ts';
export * from './process/index.ts';
export { about, personal } from './personal-data.ts';
export * from './registers/index.ts';
export * from './seal-steps.ts';
export * from './security/rate-limits.ts';
export * from './text/reading-text.ts';
export * from './text/search-words.ts';
export * from './text/sign-language.ts';
export { domainSkeleton } from './security/reserved-domains.ts';
export * from './security/security-log.ts';
export * from './signing-order.ts';
export * from './tenant-move.ts';
export * from './text/webhook-address.ts';
export * from './text/placeholder.ts';
export * from './text/template-clauses.ts';
export * from './text/template-numbers.ts';
export * from './text/template-text.ts';
export * from './text/value-formats.ts';
export * from './templates.ts';
export * from './legal/terms.ts';
