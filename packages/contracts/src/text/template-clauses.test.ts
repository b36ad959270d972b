import { describe, expect, it } from 'vitest';

import { clauseFaultIn, clauseFieldsIn, withClauses } from './template-clauses.ts';
import { placeholdersIn } from './template-text.ts';

const shown = (text: string, ...yes: string[]) =>
  withClauses(text, (field) => yes.includes(field.replace(':simnao', '')));

describe('clauses of a text', () => {
  const TEXT = 'Antes\n\n{{#garantia}}\n## Garantia\n\nPor {{prazo}}.\n{{/ Garantia }}\n\nDepois';

  it('on lines of their own are there or not, without a trace of their marks', () => {
    expect(shown(TEXT, 'garantia')).toBe('Antes\n\n## Garantia\n\nPor {{prazo}}.\n\nDepois');
    expect(shown(TEXT)).toBe('Antes\n\n\nDepois');
    expect(shown(TEXT.replaceAll('\n', '\r\n'))).toBe('Antes\n\n\nDepois');
  });

  it('within a sentence leave the rest of it', () => {
    const text = 'Paga{{#multa}} multa{{/multa}}{{^multa}} nada{{/multa}}.';
    expect([shown(text, 'multa'), shown(text)]).toEqual(['Paga multa.', 'Paga nada.']);
  });

  it('stand one in another, and are asked for only where they show', () => {
    const asked: string[] = [];
    const text = '{{#a}}1{{#b}}2{{/b}}{{^c}}3{{/c}}{{/a}}4';
    const answer = (yes: boolean) => (field: string) => {
      asked.push(field);
      return yes;
    };
    expect(withClauses(text, answer(false))).toBe('4');
    expect(asked.splice(0)).toEqual(['a:simnao']);
    expect(withClauses(text, answer(true))).toBe('124');
    expect(asked).toEqual(['a:simnao', 'b:simnao', 'c:simnao']);
  });

  it('are decided by a field of the template, named once', () => {
    expect(placeholdersIn(`${TEXT}{{^garantia}}x{{/garantia}}{{#a.b}}`)).toEqual([
      'garantia:simnao',
      'prazo',
      '#a.b',
    ]);
    expect(clauseFieldsIn(`{{aceita:simnao}} ${TEXT}`)).toEqual(['garantia:simnao']);
  });

  it.each([
    ['{{#a}}{{#b}}{{/b}}{{/a}}{{#a}}{{/a}}', undefined],
    ['{{#a}} x', { mark: '#a', why: 'never-closed', start: 0 }],
    ['x {{/a}}', { mark: '/a', why: 'not-open', start: 2 }],
    ['{{#a}}{{#b}}{{/a}}{{/b}}', { mark: '/a', why: 'not-open', start: 12 }],
  ])('of %j are wrong by %j', (text, fault) => {
    expect(clauseFaultIn(text)).toEqual(fault);
  });
});
