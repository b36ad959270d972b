/** The digits of a phone, without formatting and country code; what is no phone comes back as it was left. */
export const phoneDigitsOf = (text: string): string => text.replaceAll(/[\s().-]/g, '').replace(/^\+55/, '');

/** The 10 or 11 digits of a phone with its area code; null when it is not one. */
export function stripPhone(text: string): string | null {
  const digits = phoneDigitsOf(text);
  return /^[1-9]\d{9,10}$/.test(digits) ? digits : null;
}

/** `11988887777` → `(11) 98888-7777`; anything that is not a phone comes back as it is. */
export const formatPhone = (text: string): string =>
  stripPhone(text)?.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3') ?? text;
