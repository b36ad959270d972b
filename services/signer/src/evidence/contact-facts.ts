import { ERASED, maskEmail, maskPhone } from '@lacre/contracts';

import type { ActEntry } from '../process/process-record.ts';
import type { Commitment, ReadChain } from './chain/event-chain.ts';

/** Where the one-time code that an act rests on was sent: masked, and identifiable for a holder of the key. */
export interface EvidenceContact {
  channel: 'email' | 'sms';
  masked: string;
  commitment: Commitment | null;
}

/** Where the code that the act rests on went, as its event has it; null where there is no act or it does not say. */
export function contactOf(act: ActEntry | undefined, chain: ReadChain | undefined): EvidenceContact | null {
  // Where it was not recorded yet nothing is stated, for the register may have moved since.
  if (act?.type !== 'SignatureSigned' || act.data.contactProof === null) return null;
  const { channel, address } = act.data.contactProof;
  const mask = channel === 'email' ? maskEmail : maskPhone;
  const commitment = chain?.commitmentAt(act.id, '/data/contactProof/address') ?? null;
  return { channel, masked: address === ERASED ? ERASED : mask(address), commitment };
}
