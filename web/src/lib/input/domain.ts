import { DOMAIN_PATTERN, MAX_DOMAIN_LENGTH } from '@lacre/contracts/limits';

/** Whether the text may be the address segment of `/login/{domain}`. */
export function isDomain(text: string): boolean {
  return DOMAIN_PATTERN.test(text);
}

/** A likely address for an organisation: "Padaria São João Ltda." gives "padaria-sao-joao-ltda". */
export function domainFromName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^\da-z]+/g, '-')
    .slice(0, MAX_DOMAIN_LENGTH)
    .replace(/^-+|-+$/g, '');
}
