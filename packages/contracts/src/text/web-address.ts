/** Endings by which a word before a slash is taken for a host's name; `Ind.Ltda/SP` is no address. */
const ADDRESS =
  /:\/\/|(?<![\p{L}\p{N}])www\.|[\p{L}\p{N}]\.(?:app|br|co|com|dev|info|io|link|ly|net|online|org|site|xyz)(?:\.[a-z]{2})?\/\S/iu;

/**
 * Whether a text has what is certainly an address in the web: a scheme, `www.`, or a host with a path. A company may be
 * called `Mercado.com Ltda.`: bare hosts are no reason to refuse a name.
 */
export const hasWebAddress = (text: string): boolean => ADDRESS.test(text);
