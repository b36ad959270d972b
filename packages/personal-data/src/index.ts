export { canonicalJson } from './canonical-json.ts';
export { COMMITMENTS, commitmentTo, disclosureOf, pointerOf, saltOf } from './commitments.ts';
export { MalformedEvent, PersonalDataDamaged } from './errors.ts';
export { contractsMarking, type Marking } from './marking.ts';
export { MasterKeyMissing, MasterKeys } from './master-keys.ts';
export type {
  KnownKey,
  Mention,
  MentionDifferences,
  Mentions,
  PersonalData,
  PersonalDataKeys,
} from './port.ts';
export { subjectsIn } from './sealed-event.ts';
export { protectEventStore, type ProtectOptions } from './protect-event-store.ts';
