import { topModal } from '@/components/ui/overlays/modal-stack.ts';

/** A text that can be chosen, and the page of the document that it is of, counted from 1. */
export interface ChoosableText {
  text: string;
  page?: number;
}

/** What holds a text of its own. */
const BLOCKS = 'h1, h2, h3, h4, p, li, dt, dd, th, td, label, legend, figcaption, output, [role="alert"]';
/** What may stand within such a text, or by itself. */
const CONTROLS = 'button, a[href], summary';
const ELSEWHERE = '[role="toolbar"], [data-page], [data-libras]';
/** A sign language reads sentence by sentence; a longer one is cut between words, characters. */
const LONGEST = 280;

const plain = (text: string | null): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();

/** What can be read on the screen: of the dialog that lies on top, else of the page; a document's drawn pages too. */
export function textsOfPage(): ChoosableText[] {
  const root = topModal() ?? document.getElementById('conteudo');
  if (root === null) return [];
  const isBlock = (element: Element) => element.matches(BLOCKS) && element.querySelector(BLOCKS) === null;
  const blocks = [...root.querySelectorAll<HTMLElement>(`${BLOCKS}, ${CONTROLS}`)].filter((element) => {
    if (element.closest(ELSEWHERE) !== null || !element.checkVisibility()) return false;
    const block = element.closest(BLOCKS);
    return isBlock(element) || (element.matches(CONTROLS) && (block === null || !isBlock(block)));
  });
  const said = new Set(blocks.map((block) => plain(block.innerText)).filter((text) => /\p{L}/u.test(text)));
  const sheets = [...root.querySelectorAll<HTMLElement>('[data-page]')];
  return [
    ...[...said].map((text) => ({ text })),
    ...sheets.flatMap((sheet) => {
      const page = Number(sheet.dataset['page']);
      return paragraphsOf(sheet)
        .flatMap(sentencesOf)
        .map((text) => ({ text, page }));
    }),
  ];
}

/** Letters larger or smaller than those before by so much begin a text of their own: a heading, a note. */
const OTHER_SIZE = 0.15;

/** The text layer of pdf.js: a run of text per element, lines end by `<br>`. */
function paragraphsOf(sheet: HTMLElement): string[] {
  const paragraphs: string[] = [];
  let before = 0;
  for (const run of sheet.querySelectorAll('.pdf-text :is(span:not(:has(span)), br)')) {
    const size = run.tagName === 'BR' ? before : Number.parseFloat(getComputedStyle(run).fontSize);
    const text = run.tagName === 'BR' ? ' ' : (run.textContent ?? '');
    const begins = paragraphs.length === 0 || Math.abs(size - before) > OTHER_SIZE * before;
    if (begins) paragraphs.push(text);
    else paragraphs[paragraphs.length - 1] += text;
    before = size;
  }
  return paragraphs;
}

export function sentencesOf(text: string): string[] {
  const sentences = new Intl.Segmenter('pt-BR', { granularity: 'sentence' }).segment(text);
  return [...sentences].flatMap(({ segment }) => cut(plain(segment))).filter((part) => /\p{L}/u.test(part));
}

function cut(sentence: string): string[] {
  if (sentence.length <= LONGEST) return [sentence];
  const space = sentence.lastIndexOf(' ', LONGEST);
  const end = space <= 0 ? LONGEST : space;
  return [sentence.slice(0, end), ...cut(sentence.slice(end).trim())];
}
