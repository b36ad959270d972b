import { ERASED, maskEmail, maskPhone } from '@lacre/contracts';

import type { ProcessRecord } from '../process/process-record.ts';
import type { Commitment, ReadChain } from './chain/event-chain.ts';

/** Where the one-time code that an act rests on was sent: masked, and identifiable for who has the key. */
export interface EvidenceContact {
  channel: 'email' | 'sms';
  masked: string;
  commitment: Commitment | null;
}

/** The event of a signature, as far as it says where its code went. */
interface ProvenAct {
  eventId: string;
  /** Null where it was not recorded yet: then nothing is stated, for the register may have moved since. */
  contactProof: { channel: EvidenceContact['channel']; address: string } | null;
}

/** Where the code that the act rests on went, as its event has it; null where there is no act or it does not say. */
export function contactOf(
  record: ProcessRecord,
  signatureId: string,
  chain: ReadChain | undefined,
): EvidenceContact | null {
  const act = signedAct(record, signatureId);
  if (act === undefined || act.contactProof === null) return null;
  const { channel, address } = act.contactProof;
  const mask = channel === 'email' ? maskEmail : maskPhone;
  const commitment = chain?.commitmentAt(act.eventId, '/data/contactProof/address') ?? null;
  return { channel, masked: address === ERASED ? ERASED : mask(address), commitment };
}

function signedAct({ entries }: ProcessRecord, signatureId: string): ProvenAct | undefined {
  const entry = entries.find(
    ({ type, data }) => type === 'SignatureSigned' && data.signatureId === signatureId,
  );
  return entry?.type === 'SignatureSigned' ? { ...entry.data, eventId: entry.id } : undefined;
}
