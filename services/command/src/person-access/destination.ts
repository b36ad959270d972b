import {
  distinctAddresses,
  maskAddress,
  type Address,
  type AnswerOf,
  type CodeChannel,
} from '@lacre/contracts';
import type { Language } from '@lacre/contracts/languages';
import { Refusal } from '@lacre/http';
import type { KeyedDigest } from '@lacre/identity';
import type { SmsSender } from '@lacre/mailer';

import type { Claimant } from './claimant.ts';

type Choice = AnswerOf<'openSigningSession'>['others'][number];

/** What a caller says of where their code is to go. */
export interface Wanted {
  channel: CodeChannel;
  /** One of several contacts, as an earlier answer named it. */
  contact?: string | undefined;
  /** Of the message with the code. */
  language?: Language | undefined;
}

/** Whose addresses they are. */
type Owner = Pick<Claimant, 'tenantId' | 'personId'>;

/**
 * Where the code goes: one address, or several of which the claimant is to choose one; undefined for a choice that is
 * none of theirs. By e-mail where they have no mobile number. @throws Refusal AUTH_METHOD_NOT_ALLOWED
 */
export function destinationOf(
  service: { digest: KeyedDigest; sms?: SmsSender | undefined },
  claimant: Pick<Claimant, 'tenantId' | 'personId' | 'contacts'>,
  { channel, contact }: Wanted,
): Address | readonly Address[] | undefined {
  assertChannel(service, channel);
  const all = distinctAddresses(claimant.contacts);
  if (contact !== undefined)
    return all.find(
      (address) => choiceId(service, claimant, address) === contact && canSend(service, address.channel),
    );
  const asked = all.filter((address) => address.channel === channel);
  const offered = asked.length > 0 ? asked : all.filter((address) => address.channel === 'email');
  return offered.length === 1 ? offered[0] : offered;
}

/** @throws Refusal AUTH_METHOD_NOT_ALLOWED for a channel that the installation does not have */
export function assertChannel(service: { sms?: SmsSender | undefined }, channel: CodeChannel): void {
  if (!canSend(service, channel)) throw new Refusal('AUTH_METHOD_NOT_ALLOWED');
}

const canSend = ({ sms }: { sms?: SmsSender | undefined }, channel: CodeChannel): boolean =>
  channel === 'email' || sms !== undefined;

/** A masked address, for a person who has not proven it. */
export const choiceOf = (service: { digest: KeyedDigest }, owner: Owner, address: Address): Choice => ({
  contact: choiceId(service, owner, address),
  masked: maskAddress(address),
});

/** Keyed, so that the address cannot be guessed from it. */
const choiceId = (
  { digest }: { digest: KeyedDigest },
  { tenantId, personId }: Owner,
  { channel, address }: Address,
) => digest('contact-choice', tenantId, personId, channel, address).slice(0, 32);
