/** Whether the text may be the address segment of `/login/{domain}`. */
export function isDomain(text: string): boolean {
  return /^[\da-z][\da-z-]{1,38}[\da-z]$/.test(text);
}

/** A likely address for an organisation: "Padaria São João Ltda." gives "padaria-sao-joao-ltda". */
export function domainFromName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^\da-z]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
}
