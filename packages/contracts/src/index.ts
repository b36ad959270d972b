export { FEED_SCAN, MAX_FEED_PAGE, MAX_FEED_WAIT_SECONDS } from './api/integration-operations.ts';
export type { EmbeddedSignatureView } from './api/embedded-signature.ts';
export * from './api/legal-claim-shape.ts';
export * from './api/operation.ts';
export * from './api/operations.ts';
export * from './api/paths.ts';
export * from './api/rules.ts';
export * from './api/scopes.ts';
export * as shapes from './api/shapes.ts';
export * from './brazil/index.ts';
export * from './consent-text.ts';
export * from './contact.ts';
export * from './device-text.ts';
export * from './emptiness.ts';
export * from './erased.ts';
export * from './errors.ts';
export { eventFault, newEventFault, type EventFault } from './events/event-fault.ts';
export { formerShapesOf, schemaVersionOf, type FormerShape } from './events/former-shapes.ts';
export * from './events/index.ts';
export * from './events/streams.ts';
export { TENANT_HISTORY } from './events/tenant-history.ts';
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
export * from './legal-class.ts';
export * from './limits.ts';
export * from './mark.ts';
export * from './password-policy.ts';
export * from './provider-codes.ts';
export * from './participants.ts';
export { about, personal } from './personal-data.ts';
export * from './registers/index.ts';
export * from './seal-steps.ts';
export * from './rate-limits.ts';
export * from './search-words.ts';
export { domainSkeleton } from './reserved-domains.ts';
export * from './security-log.ts';
export * from './signing-order.ts';
export * from './webhook-address.ts';
export * from './template-text.ts';
export * from './value-formats.ts';
export * from './templates.ts';
export * from './terms.ts';
