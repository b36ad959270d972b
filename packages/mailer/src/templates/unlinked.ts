const NON_JOINER = '\u200c';

/**
 * User text, such as the name `Mercado.com`, in a form that mail programs do not make a link of: it would look
 * as if the platform led there. After the dots stands a character that is not drawn and that no host name may have
 * among Latin letters (RFC 5892, A.1). Names of files and e-mail addresses are left as they are: neither leads to a
 * page.
 */
export function unlinked(text: string): string {
  return text
    .replaceAll('://', `:${NON_JOINER}//`)
    .replaceAll(
      /(?<!@\S*)(?<=[\p{L}\p{N}])[.\u3002\uff0e\uff61](?=\p{L})(?!(?:pdf|docx?|odt)(?![\p{L}\p{N}]))/giu,
      `$&${NON_JOINER}`,
    );
}
