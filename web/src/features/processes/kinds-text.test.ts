import { expect, it } from 'vitest';

import { kindsText } from './kinds-text.ts';

const options = (available: boolean) => ({
  maxBytes: 1,
  kinds: (['pdf', 'doc', 'docx', 'odt'] as const).map((extension) => ({
    extension,
    available: extension === 'pdf' || available,
  })),
});

it('names every kind where a converter is there, and until it is known', () => {
  for (const known of [undefined, options(true)])
    expect(kindsText(known)).toEqual({ taken: 'PDF, DOC, DOCX ou ODT', advice: undefined });
});

it('names the way on where there is no converter', () => {
  expect(kindsText(options(false))).toEqual({
    taken: 'Só PDF',
    advice: expect.stringContaining('salve-os como PDF') as string,
  });
});
