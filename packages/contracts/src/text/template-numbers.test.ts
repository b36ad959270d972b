import { describe, expect, it } from 'vitest';

import { withClauses } from './template-clauses.ts';
import { danglingReferencesIn, numberMark, withNumbers } from './template-numbers.ts';
import { canMean, placeholdersIn } from './template-text.ts';

const CONTRACT = `# Cláusula {{1}}ª – Do objeto
{{1.1}}. Primeiro item.
{{1.1}}. Segundo item, sob a cláusula {{ ver: Multa }}.
{{#garantia}}
# Cláusula {{1}}ª – Da garantia
{{1.1}}. Da fiadora.
{{/garantia}}
# Cláusula {{ 1 : multa }}ª – Da multa
{{1.1}}. De 2%.
{{1.1.1}}. Ao mês.
{{1.1.1:mora}}. Por dia, como em {{ver:mora}}.`;

const numbered = (garantia: boolean) => withNumbers(withClauses(CONTRACT, () => garantia));

describe('numbers of a text', () => {
  it('count clauses, and items from one in each', () => {
    expect(numbered(true)).toBe(`# Cláusula 1ª – Do objeto
1.1. Primeiro item.
1.2. Segundo item, sob a cláusula 3.
# Cláusula 2ª – Da garantia
2.1. Da fiadora.
# Cláusula 3ª – Da multa
3.1. De 2%.
3.1.1. Ao mês.
3.1.2. Por dia, como em 3.1.2.`);
  });

  it('and references follow when a clause is left out', () => {
    const text = numbered(false);
    expect(text).toContain('# Cláusula 2ª – Da multa\n2.1. De 2%.');
    expect(text).toContain('Segundo item, sob a cláusula 2.');
    expect(text).toContain('como em 2.1.2.');
  });

  it('of items before any clause are those of the first', () => {
    expect(withNumbers('{{1.1}} a {{1.1.1}} b {{1}} c')).toBe('1.1 a 1.1.1 b 2 c');
  });

  it('stay as they are where they are typed', () => {
    const text = '1. Um\n\n## 2.1. Dois {{valor}} {{ver:cpf}} {{#x}}1{{/x}} {{2}} {{1.2}}';
    expect(withNumbers(text)).toBe(text);
    expect(danglingReferencesIn(text)).toEqual([]);
  });

  it('take no value, and leave placeholders of older texts as they were', () => {
    expect(placeholdersIn('{{1}} {{valor}} {{ver:x}} {{1.1:x}}')).toEqual(['valor']);
    for (const name of ['1', '1.1', '1.1.1', '1:multa', '1.1:multa', 'ver:multa'])
      expect([name, numberMark(name) !== undefined, canMean(name)]).toEqual([name, true, false]);
    for (const name of ['2', '1.2', '1.1.1.1', 'ver', 'ver:cpf', '1:cpf', 'ver:a.b', '#1'])
      expect([name, numberMark(name)]).toEqual([name, undefined]);
  });

  it('that are referred to and missing are found, and their references stay', () => {
    expect(danglingReferencesIn('{{ver:a}} {{1:b}} {{ver:b}} {{ver: A}}')).toEqual(['ver:a']);
    expect(withNumbers('{{ver:a}}')).toBe('{{ver:a}}');
    // Either one or the other is there.
    expect(withNumbers('{{1:a}} {{1:a}} {{ver:a}}')).toBe('1 2 1');
  });
});
