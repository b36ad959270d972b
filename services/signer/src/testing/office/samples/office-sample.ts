/** A document of one feature. In its XML, what stands between ⟦ and ⟧ is what a converter could lose. */
export interface OfficeSample {
  /** The feature, in words; file names are made of it. */
  name: string;
  type: 'docx' | 'odt' | 'doc';
  /** As the feature's own format has it: `doc` is written by soffice, out of the DOCX. */
  source: 'docx' | 'odt';
  whole: Buffer;
  /** The same without the marked parts: what a lossy conversion would look like. */
  damaged: Buffer;
}

type Parts = Readonly<Record<string, string | Buffer>>;

/** Both forms of a document whose parts are marked. */
export function bothForms(parts: Parts, pack: (parts: Parts) => Buffer): { whole: Buffer; damaged: Buffer } {
  const packWith = (change: (xml: string) => string) =>
    pack(
      Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? change(part) : part]),
      ),
    );
  return {
    whole: packWith((xml) => xml.replaceAll(/[⟦⟧]/g, '')),
    damaged: packWith((xml) => xml.replaceAll(/⟦.*?⟧/gs, '')),
  };
}

const CLAUSE =
  'O LOCADOR dá em locação ao LOCATÁRIO o imóvel situado na Rua São João, nº 1.250, São Paulo/SP, pelo prazo de ' +
  'trinta meses, mediante o aluguel de R$ 2.350,00, reajustável a cada ano pela variação do índice que o substituir. ';

/** Running text of a contract, so many sentences long. */
export const prose = (sentences: number): string => CLAUSE.repeat(sentences).trim();
