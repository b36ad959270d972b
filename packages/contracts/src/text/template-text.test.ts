import { describe, expect, it } from 'vitest';

import { peopleKeysOf } from './placeholder.ts';
import { meaningOf, placeholdersIn, templateBlocks } from './template-text.ts';

const PLAIN = { bold: false, italic: false };
const plain = (text: string) => ({ text, ...PLAIN });
const bold = (text: string) => ({ text, bold: true, italic: false });

const flowing = (text: string) => templateBlocks(text).filter((block) => block.kind !== 'table');

describe('the text of a template', () => {
  it('is made of headings, paragraphs and lists', () => {
    const text =
      '# Contrato\r\n\r\nEntre as\npartes\n## Objeto\n- um\n* dois\n1. primeira\n2) segunda\n\n\nfim';
    const blocks = templateBlocks(text).map((block) =>
      block.kind === 'table' ? block : [block.kind, block.label, block.pieces],
    );
    expect(blocks).toEqual([
      ['heading-1', undefined, [plain('Contrato')]],
      ['paragraph', undefined, [plain('Entre as\npartes')]],
      ['heading-2', undefined, [plain('Objeto')]],
      ['bullet', undefined, [plain('um')]],
      ['bullet', undefined, [plain('dois')]],
      ['number', '1.', [plain('primeira')]],
      ['number', '2)', [plain('segunda')]],
      ['paragraph', undefined, [plain('fim')]],
    ]);
  });

  it('has bold text between pairs of marks, and placeholders in any spelling', () => {
    const [block] = flowing('Eu, **{{ Contratada.Nome }}**, **declaro** que {{valor}} ** só {{x}}');
    expect(block?.pieces).toEqual([
      plain('Eu, '),
      { placeholder: 'contratada.nome', bold: true, italic: false },
      plain(', '),
      bold('declaro'),
      plain(' que '),
      { placeholder: 'valor', ...PLAIN },
      plain(' ** só '),
      { placeholder: 'x', ...PLAIN },
    ]);
  });

  it('has tables, which end a paragraph before them and begin one after', () => {
    expect(templateBlocks('Preços:\n| a | b |\n|---|--:|\n| **x** | {{v}} |\nfim')).toEqual([
      { kind: 'paragraph', pieces: [plain('Preços:')] },
      {
        kind: 'table',
        alignments: ['left', 'right'],
        header: [[plain('a')], [plain('b')]],
        rows: [[[bold('x')], [{ placeholder: 'v', ...PLAIN }]]],
      },
      { kind: 'paragraph', pieces: [plain('fim')] },
    ]);
  });

  it('keeps text without markup as it is', () => {
    for (const text of ['#sem espaço', '-sem espaço', '12345. não é item', 'a { b } {{', '}} {{'])
      expect(templateBlocks(text)).toEqual([{ kind: 'paragraph', pieces: [plain(text)] }]);
    expect(templateBlocks(' \n \t\n')).toEqual([]);
  });
});

it('names each placeholder once', () => {
  expect(placeholdersIn('{{a}} {{ A }} {{b.c}} {{}}')).toEqual(['a', 'b.c', '']);
});

it.each([
  ['data', { of: 'date' }],
  ['conta.nome', { of: 'tenant' }],
  ['empresa.razaosocial', { of: 'company', what: 'razaosocial' }],
  ['contratada.estadocivil', { of: 'person', key: 'contratada', what: 'estadocivil' }],
  ['contratada.a_rogo_de.nome', { of: 'person', key: 'contratada.a_rogo_de', what: 'nome' }],
  ['contratada.a_rogo_de', undefined],
  ['contratada.a_rogo_de.senha', undefined],
  ['testemunha.a_rogo_de.nome', undefined],
  ['empresa.a_rogo_de.nome', undefined],
  ['valor_do_aluguel', { of: 'value' }],
  ['preço', { of: 'value' }],
  ['veiculo:placa', { of: 'value', format: 'placa' }],
  ['locador_1:cpf', { of: 'value', format: 'cpf' }],
  ['veiculo:cor', undefined],
  ['veiculo:placa:placa', undefined],
  [':placa', undefined],
  ['veiculo:constructor', undefined],
  ['empresa.cnpj:cnpj', undefined],
  ['', undefined],
  ['1valor', undefined],
  ['empresa.dono', undefined],
  ['contratada.senha', undefined],
  ['locador.nome', undefined],
  ['contratada.nome.inicial', undefined],
])('decodes %s', (placeholder, meaning) => {
  const roles = [{ key: 'contratada', atRequest: true }, { key: 'testemunha' }];
  expect(meaningOf(placeholder, peopleKeysOf(roles))).toEqual(meaning);
});
