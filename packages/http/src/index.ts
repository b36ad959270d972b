export { askedLanguage } from './asked-language.ts';
export * from './authentication.ts';
export { clientContextOf } from './client-context.ts';
export { drain } from './drain.ts';
export { addressGroup, isLoopbackAddress, isLoopbackName } from './network/addresses.ts';
export { hostNameOf } from './network/host-check.ts';
export { openApiDocument } from './openapi/openapi.ts';
export { answerProblem, problemOf } from './problem.ts';
export { Refusal, type FieldError } from './refusal.ts';
export { callersKeyOf, routesOver, type Call, type OptionsOver, type Route } from './route.ts';
export { routesIn } from './route-folder.ts';
export type { SecurityEntry, SecurityLog } from './security-log.ts';
export {
  REDACTED_PATHS,
  answerNotFound,
  buildPublicService,
  buildService,
  type PublicServiceOptions,
  type ServiceOptions,
} from './service.ts';
export { SpoolFile } from './transfers/spool-file.ts';
export { type Transfer, type TransferLimits } from './transfers/transfers.ts';
export { serveSecurityText, type SecurityContact } from './security-txt.ts';
