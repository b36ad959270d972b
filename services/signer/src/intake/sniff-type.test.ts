import { expect, it } from 'vitest';

import { odtFile, zipOf } from '../testing/office/sample-office.ts';
import { sniffType } from './sniff-type.ts';

const compound = (name: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(name, 'utf16le')]);

it.each([
  ['a PDF after some junk', Buffer.from('\n\n%PDF-1.4'), 'pdf'],
  ['an ODT', odtFile('Olá'), 'odt'],
  ['a DOCX', zipOf({ '[Content_Types].xml': '<x/>', 'word/document.xml': '<x/>' }), 'docx'],
  ['a spreadsheet', zipOf({ '[Content_Types].xml': '<x/>', 'xl/workbook.xml': '<x/>' }), 'unknown'],
  ['any other zip', zipOf({ 'a.txt': 'a' }), 'unknown'],
  ['a zip cut short', odtFile('Olá').subarray(0, -30), 'unknown'],
  ['an old DOC', compound('WordDocument'), 'doc'],
  ['an encrypted DOCX', compound('EncryptedPackage'), 'office-encrypted'],
  ['an old spreadsheet', compound('Workbook'), 'unknown'],
  ['nothing', Buffer.alloc(0), 'unknown'],
])('knows %s by its content', (_what, file, type) => {
  expect(sniffType(file)).toBe(type);
});
