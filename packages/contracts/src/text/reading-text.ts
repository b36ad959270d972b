import type { DataOf } from '../events/index.ts';

/** How far a document was read, in a sentence: `Viu as 12 páginas.` */
export function readingText({
  pagesShown,
  pages,
  declared,
}: Pick<DataOf<'DocumentRead'>, 'pagesShown' | 'pages' | 'declared'>): string {
  if (pagesShown >= pages) return pages === 1 ? 'Viu a única página.' : `Viu as ${pages} páginas.`;
  const seen = `Viu ${pagesShown} de ${pages} páginas`;
  return declared === true ? `${seen} e declarou ter lido o documento inteiro.` : `${seen}.`;
}
