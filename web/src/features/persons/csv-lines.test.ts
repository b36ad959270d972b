import { expect, test } from 'vitest';

import { decoded, previewLines } from './csv-lines.ts';

const person = (line: number, name: string) => ({
  line,
  personId: null,
  cpf: '52998224725',
  name,
  email: 'a@exemplo.com.br',
});

test('lines at fault come first, with all that is wrong and what the file says', () => {
  const preview = {
    position: null,
    dryRun: true,
    total: 3,
    persons: [person(2, 'Ana'), person(4, 'Rui')],
    errors: [
      { line: 3, field: 'cpf', message: 'CPF inválido' },
      { line: 3, field: 'email', message: 'Email inválido' },
      { line: 4, field: 'cpf', message: 'Este CPF já está cadastrado' },
    ],
  };
  const lines = previewLines(preview, 'cpf;nome\r\n1;Ana\r\n2;Bia\r\n3;Rui\r\n');
  expect(lines.map(({ line, person: who, faults, text }) => [line, who?.name, faults.length, text])).toEqual([
    [3, undefined, 2, '2;Bia'],
    [4, 'Rui', 1, '3;Rui'],
    [2, 'Ana', 0, '1;Ana'],
  ]);
});

test('a file of an old spreadsheet is read with its accents', () => {
  expect(decoded(new Uint8Array([0x4a, 0x6f, 0xe3, 0x6f]).buffer)).toBe('João');
  expect(decoded(new TextEncoder().encode('João').buffer)).toBe('João');
});
