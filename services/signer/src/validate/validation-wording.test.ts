import type { SignerTrust } from '@lacre/pades';
import { expect, it } from 'vitest';

import { explanationOf, nameAsProven, objectText, reasonText, ruleText } from './validation-wording.ts';
import { WORDS } from './words/by-language.ts';

const signedBy = (trust: SignerTrust) =>
  ({ code: 'later-signature-present', detail: 'FULANO DE TAL:12345678909', trust }) as const;

it.each([
  ['icp-brasil', 'Quem assinou foi FULANO DE TAL:***.456.789-**, com certificado da ICP-Brasil.'],
  ['trusted', 'Quem assinou foi FULANO DE TAL:***.456.789-**, com certificado de autoridade reconhecida.'],
  ['icp-brasil-claimed', 'o que não foi comprovado aqui.'],
  ['unknown', 'Certificado não reconhecido: o nome não foi comprovado.'],
] as const)('says of a later signer whose certificate is %s how far the name is proven', (trust, told) => {
  const { text } = reasonText(signedBy(trust), 'pt-BR');
  expect(text).toContain(told);
  expect(text).not.toContain('12345678909');
  expect(text.includes('Quem assinou foi')).toBe(trust === 'icp-brasil' || trust === 'trusted');
});

it('marks a name in the technical report that nothing proves', () => {
  const name = 'FULANO DE TAL:***.456.789-**';
  expect(nameAsProven(name, [signedBy('icp-brasil')], 'pt-BR')).toBe(name);
  expect(nameAsProven(name, [signedBy('unknown')], 'pt-BR')).toBe(`${name} (nome não comprovado)`);
  expect(nameAsProven('Outra', [signedBy('unknown')], 'pt-BR')).toBe('Outra');
});

it.each(['en', 'es'] as const)('has every sentence in %s', (language) => {
  const said = WORDS[language];
  const source = WORDS['pt-BR'];
  for (const table of ['explanations', 'reasons', 'notes'] as const)
    for (const [code, text] of Object.entries(said[table]))
      expect(text, code).not.toBe(Object.entries(source[table]).find(([other]) => other === code)?.[1]);
  expect(explanationOf({ verdict: 'genuine', issued: undefined }, language)).toBe(said.explanations.genuine);
  expect(objectText('page 3', language)).toBe(language === 'en' ? 'page 3' : 'página 3');
  expect(objectText('stream (Metadata)', language)).toMatch(/^conten(?:t|ido) \(Metadata\)$/);
  expect(objectText('toString', language)).toBe('toString');
  expect(ruleText('metadata', language)).toMatch(/^metadat/);
  expect(ruleText('unknown-rule', language)).toBe('unknown-rule');
});
