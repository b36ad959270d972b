const MAX_NAME_CHARACTERS = 200;
/** Control, format (bidirectional overrides among them), surrogate, private-use and unassigned characters. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;
const FORBIDDEN_IN_NAMES = /[<>:"|?*]/g;
/** As browsers write what may not stand in a file name of a form: `"`, LF and CR, and nothing else (HTML, 4.10.21.8). */
const ESCAPED_BY_BROWSERS = /%(?:22|0A|0D)/g;

/**
 * The name signers see: the last part of whatever path was sent, in Unicode NFC, without control characters, cut to
 * 200 characters, ending in `.pdf`.
 */
export function documentName(sent: string | undefined): string {
  const written = (sent ?? '').replaceAll(ESCAPED_BY_BROWSERS, (one) => decodeURIComponent(one));
  const last = written.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replaceAll(/\s/g, ' ')
    .replaceAll(UNPRINTABLE, '')
    .replaceAll(FORBIDDEN_IN_NAMES, '_')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  const base = clean
    .replace(/\.(?:pdf|docx?|odt)$/i, '')
    .replace(/^[.\s]+/, '')
    .trim();
  const cut = Array.from(base === '' ? 'documento' : base)
    .slice(0, MAX_NAME_CHARACTERS)
    .join('')
    .trim();
  return `${cut}.pdf`;
}

/** `contrato.pdf` → `contrato-parcial.pdf`. */
export const partialName = (name: string): string => `${name.replace(/\.pdf$/i, '')}-parcial.pdf`;

/** `contrato.pdf` → `contrato-assinaturas.pdf`. */
export const evidenceName = (name: string): string => `${name.replace(/\.pdf$/i, '')}-assinaturas.pdf`;

/** `contrato.pdf` → `contrato-assinado.pdf`. */
export const sealedName = (name: string): string => `${name.replace(/\.pdf$/i, '')}-assinado.pdf`;
