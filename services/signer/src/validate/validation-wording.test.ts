import type { SignerTrust } from '@lacre/pades';
import { expect, it } from 'vitest';

import { nameAsProven, reasonText } from './validation-wording.ts';

const signedBy = (trust: SignerTrust) =>
  ({ code: 'later-signature-present', detail: 'FULANO DE TAL:12345678909', trust }) as const;

it.each([
  ['icp-brasil', 'Quem assinou foi FULANO DE TAL:***.456.789-**, com certificado da ICP-Brasil.'],
  ['trusted', 'Quem assinou foi FULANO DE TAL:***.456.789-**, com certificado de autoridade reconhecida.'],
  ['icp-brasil-claimed', 'o que não foi comprovado aqui.'],
  ['unknown', 'Certificado não reconhecido: o nome não foi comprovado.'],
] as const)('says of a later signer whose certificate is %s how far the name is proven', (trust, told) => {
  const { text } = reasonText(signedBy(trust));
  expect(text).toContain(told);
  expect(text).not.toContain('12345678909');
  expect(text.includes('Quem assinou foi')).toBe(trust === 'icp-brasil' || trust === 'trusted');
});

it('marks a name in the technical report that nothing proves', () => {
  const name = 'FULANO DE TAL:***.456.789-**';
  expect(nameAsProven(name, [signedBy('icp-brasil')])).toBe(name);
  expect(nameAsProven(name, [signedBy('unknown')])).toBe(`${name} (nome não comprovado)`);
  expect(nameAsProven('Outra', [signedBy('unknown')])).toBe('Outra');
});
