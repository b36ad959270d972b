export { evolveSignature, handedTo, NO_OUTCOME, type DocumentEvent } from './document-events.ts';
export { cameToBe, evolveProcess, foldProcess, isProcessEnd, PROCESS_ENDS } from './evolve-process.ts';
export { handoverOf, isHandover, type Handover, type HandoverEvent } from './handover.ts';
export { participantOf } from './process-state.ts';
export type {
  DocumentState,
  ExistingProcess,
  ProcessState,
  SignatureOutcome,
  SignatureState,
} from './process-state.ts';
