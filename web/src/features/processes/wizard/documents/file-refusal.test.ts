import { MAX_UPLOAD_BYTES } from '@lacre/contracts/limits';
import { describe, expect, test } from 'vitest';

import { fileRefusal } from './file-refusal.ts';

describe('a file', () => {
  test('may be as large as the server allows and no larger', () => {
    expect(fileRefusal({ name: 'a.pdf', size: MAX_UPLOAD_BYTES }, [])).toBeUndefined();
    expect(fileRefusal({ name: 'a.pdf', size: MAX_UPLOAD_BYTES + 1 }, [])).toMatch('32 MB');
  });

  test.each([
    ['planilha.xlsx', 10, 'tipo de arquivo'],
    ['sem-extensao', 10, 'tipo de arquivo'],
    ['vazio.pdf', 0, 'vazio'],
    ['CONTRATO.PDF', 10, 'este nome'],
    ['contrato.docx', 10, 'este nome'],
  ])('%s of %d bytes is refused: %s', (name, size, reason) => {
    expect(fileRefusal({ name, size }, ['Contrato.pdf'])).toMatch(reason);
  });

  test.each(['a.PDF', 'b.docx', 'c.doc', 'd.odt'])('%s is accepted', (name) => {
    expect(fileRefusal({ name, size: 1 }, [])).toBeUndefined();
  });

  test('that would have to be converted is refused with advice where nothing converts', () => {
    const refusals = ['a.docx', 'b.PDF', 'c.xlsx'].map((name) =>
      fileRefusal({ name, size: 1 }, [], 'Salve-o como PDF.'),
    );
    expect(refusals).toEqual(['Salve-o como PDF.', undefined, expect.stringContaining('tipo de arquivo')]);
  });
});
