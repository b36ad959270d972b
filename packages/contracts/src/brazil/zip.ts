/** The 8 digits of a postal code (CEP), with or without formatting; null when there are more or fewer. */
export function stripZip(text: string): string | null {
  const digits = text.replaceAll(/[\s.-]/g, '');
  return /^\d{8}$/.test(digits) ? digits : null;
}

/** `01310200` → `01310-200`; anything that is not a CEP comes back as it is. */
export const formatZip = (text: string): string =>
  stripZip(text)?.replace(/^(\d{5})(\d{3})$/, '$1-$2') ?? text;
