import { expect, test } from 'vitest';

import { endedDocuments, processMeaning, signatureWord } from './vocabulary.ts';

test('a finished process says what became of its documents', () => {
  expect(processMeaning('finished', ['sealed', 'sealed'])).toMatch(/^Todas as assinaturas foram coletadas/);
  expect(processMeaning('finished', ['sealed', 'canceled'])).toBe('1 documento selado, 1 cancelado.');
  expect(processMeaning('rejected', ['rejected', 'rejected', 'canceled'])).toBe(
    '2 documentos recusados, 1 cancelado.',
  );
  expect(processMeaning('waiting', ['sealed', 'pending'])).toBe('Ainda há assinaturas pendentes.');
  expect(endedDocuments(['canceled', 'rejected', 'sealed', 'sealed'])).toBe(
    '2 documentos selados, 1 recusado, 1 cancelado',
  );
});

test('a signature that is no longer needed says why', () => {
  expect(signatureWord('canceled', 'sealed').label).toBe('Dispensada');
  expect(signatureWord('canceled', 'rejected').label).toBe('Dispensada: documento recusado');
  expect(signatureWord('canceled', 'canceled').label).toBe('Dispensada: documento cancelado');
  expect(signatureWord('signed', 'rejected').label).toBe('Assinou');
});
