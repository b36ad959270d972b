import { expect, test } from 'vitest';

import { originalFileName, sealedFileName } from './download.ts';

test.each([
  ['Contrato.pdf', 'Contrato-assinado.pdf', 'Contrato.pdf'],
  ['ata v1.2.DOCX', 'ata v1.2-assinado.pdf', 'ata v1.2.pdf'],
  ['sem extensão', 'sem extensão-assinado.pdf', 'sem extensão.pdf'],
])('%s is saved as %s, its original as %s', (name, sealed, original) => {
  expect(sealedFileName(name)).toBe(sealed);
  expect(originalFileName(name)).toBe(original);
});
