import { expect, it } from 'vitest';

import { sendingText, takenKinds } from './taken-kinds.ts';

const options = (available: boolean) => ({
  maxBytes: 1,
  kinds: (['pdf', 'doc', 'docx', 'odt'] as const).map((extension) => ({
    extension,
    available: extension === 'pdf' || available,
  })),
});

it('offers every kind with a converter, and until that is known', () => {
  for (const known of [undefined, options(true)]) {
    const { accept, ...words } = takenKinds(known);
    expect(words).toEqual({ taken: 'PDF, DOC, DOCX ou ODT', advice: undefined });
    expect(Object.values(accept).flat()).toEqual(['.pdf', '.doc', '.docx', '.odt']);
  }
});

it('offers PDF alone where there is no converter, and names the way on', () => {
  expect(takenKinds(options(false))).toEqual({
    taken: 'Só PDF',
    advice: expect.stringContaining('salve-os como PDF') as string,
    accept: { 'application/pdf': ['.pdf'] },
  });
});

it.each([
  ['Contrato.pdf', 0.414, 'Enviando, 41%'],
  ['Contrato.PDF', 1, 'Conferindo o arquivo…'],
  ['Contrato.docx', 0, 'Enviando, 0%'],
  ['Contrato.docx', 1, 'Convertendo para PDF…'],
  ['Contrato.odt', 1, 'Convertendo para PDF…'],
])('says of %s, sent by %d: %s', (name, sent, text) => {
  expect(sendingText(name, sent)).toBe(text);
});
