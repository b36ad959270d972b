import { maskEmail, maskPhone } from './brazil/index.ts';
import { ERASED } from './erased.ts';
import type { Contact } from './events/process.ts';
import type { CodeChannel } from './fields.ts';

/** An address that a code may be sent to: e-mail, or mobile number in digits. */
export interface Address {
  channel: CodeChannel;
  address: string;
}

/** The addresses of a contact, e-mail first. */
export const addressesOf = ({ email, cellphoneNumber }: Contact): Address[] => [
  { channel: 'email', address: email },
  ...(cellphoneNumber === undefined ? [] : [{ channel: 'sms' as const, address: cellphoneNumber }]),
];

export const isSameAddress = (one: Address, other: Address): boolean =>
  one.channel === other.channel && one.address === other.address;

/** Whether one of the proven addresses belongs to the contact. An erased contact matches none. */
export const isProvenBy = (contact: Contact, proven: readonly Address[]): boolean =>
  addressesOf(contact).some(
    (own) => own.address !== ERASED && proven.some((address) => isSameAddress(own, address)),
  );

/** Enough for its owner to recognise it. What was erased says so. */
export function maskAddress({ channel, address }: Address): string {
  if (address === ERASED) return ERASED;
  return channel === 'email' ? maskEmail(address) : maskPhone(address);
}

/** `ana@exemplo.com.br e (41) 99876-5432` */
export const contactText = (contact: Contact): string => textOf(contact, plainAddress);

/** `a***@exemplo.com.br e (41) *****-5432`: as those see it who are no users of the account. */
export const maskedContactText = (contact: Contact): string => textOf(contact, maskAddress);

const textOf = (contact: Contact, show: (address: Address) => string): string =>
  [...new Set(addressesOf(contact).map(show))].join(' e ');

const plainAddress = ({ channel, address }: Address): string =>
  channel === 'email' || address === ERASED
    ? address
    : address.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3');

/** The contact's own fields, without the rest. */
export const contactOf = ({ email, cellphoneNumber }: Contact): Contact => ({
  email,
  ...(cellphoneNumber === undefined ? {} : { cellphoneNumber }),
});

/** Every address of the contacts, once. */
export function distinctAddresses(contacts: readonly Contact[]): Address[] {
  const all = contacts.flatMap(addressesOf).filter(({ address }) => address !== ERASED);
  return all.filter((one, index) => all.findIndex((other) => isSameAddress(one, other)) === index);
}
