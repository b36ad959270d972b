import { canMean, MAX_PLACEHOLDERS, MAX_VALUE_NAME, placeholderName } from '@lacre/contracts';

import { readDocx, type DocxPackage } from './docx-package.ts';
import { isWord, paragraphsIn, type Paragraph } from './word-paragraphs.ts';
import { textOf, type XmlElement } from './xml-tree.ts';

/** What a Word document asks to be filled with, and what in it could not be. */
export interface WordContent {
  /** Each name once, in the order of the document. */
  placeholders: string[];
  /** In the words of the uploader, each with its place. */
  faults: string[];
}

/** Faults that are named, at most: one who reads them mends the file, and sends it again. */
const MAX_FAULTS = 20;
/** What is shown of a paragraph, characters. */
const EXCERPT = 60;

export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The placeholders of a Word document, wherever its text stands. @throws XmlError */
export function readWord(file: Buffer): WordContent {
  const docx = readDocx(file);
  const names = new Set<string>();
  const faults = new Set<string>();
  for (const { xml, kind } of docx.parts) {
    const { root, paragraphs } = paragraphsIn(xml, kind);
    for (const paragraph of paragraphs) {
      for (const [written, name = ''] of paragraph.text.matchAll(PLACEHOLDER)) {
        const placeholder = placeholderName(name);
        if (placeholder.length <= MAX_VALUE_NAME && canMean(placeholder)) names.add(placeholder);
        else faults.add(`${shown(written)} não é um campo conhecido ${whereIs(paragraph, written)}`);
      }
      const [loose] = /\{\{|\}\}/.exec(paragraph.text.replaceAll(PLACEHOLDER, '')) ?? [];
      if (loose !== undefined) faults.add(looseWords(loose, paragraph));
    }
    if (hasOtherText(xml, root)) faults.add(IN_DRAWING);
  }
  if (inDrawings(docx)) faults.add(IN_DRAWING);
  if (names.size > MAX_PLACEHOLDERS) faults.add(`Há mais de ${MAX_PLACEHOLDERS} campos diferentes`);
  return { placeholders: [...names], faults: [...faults].slice(0, MAX_FAULTS) };
}

const IN_DRAWING =
  'Há “{{” num gráfico, diagrama ou equação, onde nada é preenchido: leve o campo para o texto ou para uma caixa de texto';

function looseWords(loose: string, paragraph: Paragraph): string {
  const words =
    loose === '{{'
      ? 'Um campo abre com “{{” e não fecha com “}}” no mesmo parágrafo'
      : 'Um campo fecha com “}}” sem ter aberto com “{{” no mesmo parágrafo';
  return `${words} ${whereIs(paragraph, loose)}`;
}

const shown = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('\uFFFC', '').trim();
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT).trimEnd()}…`;
};

/** `(tabela 1, linha 2, coluna 1: “Peso: {{contratada.peso}}”)`. */
function whereIs({ place, text }: Paragraph, written: string): string {
  const from = Math.max(0, text.indexOf(written) - EXCERPT / 3);
  return `(${place}: “${from > 0 ? '…' : ''}${shown(text.slice(from))}”)`;
}

/** Text that stands in no run of a paragraph: of equations, and of shapes by themselves. */
function hasOtherText(xml: string, element: XmlElement): boolean {
  if (element.children.length > 0) return element.children.some((child) => hasOtherText(xml, child));
  // Deleted text and the instructions of fields are not shown.
  return !isWord(element, 't', 'delText', 'instrText', 'delInstrText') && textOf(xml, element).includes('{{');
}

const inDrawings = ({ drawings }: DocxPackage): boolean =>
  drawings.some((xml) => xml.replaceAll(/<[^>]*>/g, '').includes('{{'));
