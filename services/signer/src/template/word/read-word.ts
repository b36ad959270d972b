import { MAX_PLACEHOLDERS, MAX_VALUE_NAME } from '@lacre/contracts/limits';
import { PLACEHOLDER, placeholderName } from '@lacre/contracts/placeholder';
import { clauseMark } from '@lacre/contracts/template-clauses';
import { canMean } from '@lacre/contracts/template-text';

import { readDocx, type DocxPackage } from './docx-package.ts';
import { clausesIn, withAnswers, type ClauseAnswers } from './word-clauses.ts';
import { isWord, paragraphsIn, shown, whereIs, type Paragraph } from './word-paragraphs.ts';
import { textOf, type XmlElement } from './xml-tree.ts';

/** What a Word document asks to be filled with, and what in it could not be. */
export interface WordContent {
  /** Each name once, in the order of the document; of a clause, the yes or no that decides it. */
  placeholders: string[];
  /** Of the clauses that were to be decided, those that were not. */
  undecided: string[];
  /** In the words of the uploader, each with its place. */
  faults: string[];
}

/** Faults that are named, at most: one who reads them mends the file, and sends it again. */
const MAX_FAULTS = 20;

/**
 * The placeholders of a Word document, wherever its text stands.
 *
 * @param answers to read what a use with them shows; all of the document otherwise
 * @throws XmlError
 */
export function readWord(file: Buffer, answers?: ClauseAnswers): WordContent {
  const docx = readDocx(file);
  const names = new Set<string>();
  const faults = new Set<string>();
  const undecided = new Set<string>();
  for (const part of docx.parts) {
    const { kind } = part;
    const decided = answers === undefined ? undefined : withAnswers(part, answers);
    for (const field of decided?.undecided ?? []) undecided.add(field);
    const xml = decided?.xml ?? part.xml;
    const { root, paragraphs } = paragraphsIn(xml, kind);
    for (const fault of clausesIn(paragraphs).faults) faults.add(fault);
    for (const paragraph of paragraphs) {
      for (const [written, name = ''] of paragraph.text.matchAll(PLACEHOLDER)) {
        const plain = placeholderName(name);
        const placeholder = clauseMark(plain)?.field ?? plain;
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
  return {
    placeholders: [...names],
    undecided: [...undecided],
    faults: [...faults].slice(0, MAX_FAULTS),
  };
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

/** Text that stands in no run of a paragraph: of equations, and of shapes by themselves. */
function hasOtherText(xml: string, element: XmlElement): boolean {
  if (element.children.length > 0) return element.children.some((child) => hasOtherText(xml, child));
  // Deleted text and the instructions of fields are not shown.
  return !isWord(element, 't', 'delText', 'instrText', 'delInstrText') && textOf(xml, element).includes('{{');
}

const inDrawings = ({ drawings }: DocxPackage): boolean =>
  drawings.some((xml) => xml.replaceAll(/<[^>]*>/g, '').includes('{{'));
