import { PLACEHOLDER, placeholderName } from '@lacre/contracts/placeholder';

import { rewriteZip } from '../../intake/office/rewrite-zip.ts';
import { readableText } from '../readable-text.ts';
import { encoded, readDocx } from './docx-package.ts';
import { withAnswers, type ClauseAnswers } from './word-clauses.ts';
import { editsOf, type Filling } from './word-edits.ts';
import { paragraphsIn, type Paragraph } from './word-paragraphs.ts';
import { edited, type XmlEdit } from './xml-tree.ts';

/** What a document is filled with. */
export interface WordFilling {
  /** By the name of the placeholder, what stands in its place. */
  texts: Readonly<Record<string, string>>;
  answers: ClauseAnswers;
}

/**
 * The document with every placeholder filled where it stands, in the format that its first characters have; nothing
 * else of it changes, but for clauses that are left out. Undefined when the texts come to more than `maxCharacters`.
 *
 * @throws XmlError
 */
export function fillWord(
  file: Buffer,
  { texts, answers }: WordFilling,
  maxCharacters: number,
): Buffer | undefined {
  const docx = readDocx(file);
  let characters = 0;
  const replaced = new Map<string, Buffer>();
  for (const part of docx.parts) {
    const { name, kind } = part;
    const { xml } = withAnswers(part, answers);
    const edits: XmlEdit[] = [];
    for (const paragraph of paragraphsIn(xml, kind).paragraphs) {
      const fillings = fillingsOf(paragraph, texts);
      for (const { by } of fillings) characters += by.length;
      if (characters > maxCharacters) return undefined;
      edits.push(...editsOf(paragraph, fillings));
    }
    if (edits.length > 0 || xml !== part.xml) replaced.set(name, encoded(edited(xml, edits)));
  }
  return rewriteZip(docx.file, docx.entries, replaced);
}

const fillingsOf = ({ text }: Paragraph, texts: WordFilling['texts']): Filling[] =>
  [...text.matchAll(PLACEHOLDER)].map(({ 0: written, 1: name = '', index }) => ({
    start: index,
    end: index + written.length,
    by: readableText(texts[placeholderName(name)] ?? ''),
  }));
