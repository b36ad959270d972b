import { z } from 'zod';

import {
  DOMAIN_PATTERN,
  DOMAIN_RULE,
  MAX_ASSIGNED_COMPANIES,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  ONE_TIME_CODE_LENGTH,
} from '../limits.ts';
import { isReservedDomain, isReservedName } from '../security/reserved-domains.ts';
import { identifier } from './identifiers.ts';
import { newName } from './text.ts';

/** How people and programs come in, and what they may reach. */

export const password = z
  .string('Campo obrigatório')
  .min(MIN_PASSWORD_LENGTH, `A senha deve ter ao menos ${MIN_PASSWORD_LENGTH} caracteres`)
  .max(MAX_PASSWORD_LENGTH, `A senha deve ter no máximo ${MAX_PASSWORD_LENGTH} caracteres`);

/** Address segment of `/login/{domain}`. */
export const domain = z
  .string('Por favor, insira o endereço de acesso')
  .trim()
  .toLowerCase()
  .regex(DOMAIN_PATTERN, `Use de ${DOMAIN_RULE}`);

/** How an account calls itself, when it is chosen. */
export const newAccountName = (what: string, max?: number) =>
  newName(what, max).refine(
    (name) => !isReservedName(name),
    'Este nome parece ser o da plataforma. Use o nome da sua empresa',
  );

/** An address that a tenant asks for. */
export const newDomain = domain.refine(
  (address) => !isReservedDomain(address),
  'Este endereço é reservado. Escolha outro',
);

/** A one-time code as people type it. */
export const oneTimeCode = z
  .string('Informe o código')
  .regex(
    new RegExp(String.raw`^\d{${ONE_TIME_CODE_LENGTH}}$`),
    `O código tem ${ONE_TIME_CODE_LENGTH} números`,
  );
/** A random id that the client made and keeps: a UUID, or anything as hard to guess. */
export const clientDeviceId = z
  .string()
  .regex(/^[\w-]{16,64}$/, 'Use de 16 a 64 letras, números, hífens ou sublinhados')
  .meta({
    description:
      'O dispositivo de onde a pessoa assina: um texto que o cliente sorteia uma vez (um UUID, por exemplo) e guarda.',
    examples: ['6f1c2a40-5d7e-4b1a-9c36-0e8d5b7f2a11'],
  });
/** How a one-time code travels. */
export const codeChannel = z.enum(['email', 'sms']);
/** Names one of a person's contacts without saying it. */
export const contactChoiceId = z.string().regex(/^[\w-]{10,64}$/, 'Contato inválido');
/** How a person showed that they are who their CPF says. */
export const personAuthentication = z.enum(['email-code', 'sms-code', 'known-device']);
/** How a user came in: the first factor, or a passkey, which is both. */
export const signInMethod = z.enum(['password', 'email-link', 'google', 'phone', 'passkey']);
export const secondFactorKind = z.enum(['totp', 'phone']);
export type SignInMethod = z.output<typeof signInMethod>;
export type SecondFactorKind = z.output<typeof secondFactorKind>;
export type CodeChannel = z.output<typeof codeChannel>;
export type PersonAuthentication = z.output<typeof personAuthentication>;

const { cidrv4, cidrv6, ipv4, ipv6 } = z.regexes;
const NETWORK = new RegExp([cidrv4, cidrv6, ipv4, ipv6].map(({ source }) => source).join('|'));

/**
 * Addresses of one network in CIDR notation (RFC 4632, RFC 4291 §2.3); an address alone is a network of one.
 */
export const network = z
  .string('Informe a rede')
  .trim()
  .regex(NETWORK, 'Rede inválida: use a forma 203.0.113.0/24 ou 2001:db8::/32')
  .transform((text) => (text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`));

export const role = z.enum(['administrator', 'manager', 'common', 'totem']);
export type Role = z.output<typeof role>;
/** Roles by how much they may do. */
export const ROLE_RANKS: Readonly<Record<Role, number>> = {
  totem: 0,
  common: 1,
  manager: 2,
  administrator: 3,
};

/** Companies that a common user reaches, each once. */
export const companyIds = z
  .array(identifier)
  .max(MAX_ASSIGNED_COMPANIES, `Escolha no máximo ${MAX_ASSIGNED_COMPANIES} empresas`)
  .transform((ids) => [...new Set(ids)]);
