import { deflateRawSync, inflateRawSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { packedData, readZipDirectory } from '../../intake/office/zip-directory.ts';
import { zipOf } from '../../testing/office/sample-office.ts';
import { docxFile, floating, p, r, section, shape, table } from '../../testing/office/samples/docx-file.ts';
import { fillWord } from './fill-word.ts';
import { readWord } from './read-word.ts';
import { XmlError } from './xml-tree.ts';

const ANY_LENGTH = 1_000_000;
const fill = (file: Buffer, texts: Record<string, string>, answers: Record<string, boolean> = {}): Buffer => {
  const filled = fillWord(file, { texts, answers }, ANY_LENGTH);
  if (filled === undefined) throw new Error('too long');
  return filled;
};

/** A part of an archive, unpacked. */
function part(file: Buffer, name: string): Buffer {
  const entry = readZipDirectory(file)?.find((one) => one.name === name);
  const packed = entry && packedData(file, entry);
  if (packed === undefined) throw new Error(`there is no ${name}`);
  return entry?.method === 8 ? inflateRawSync(packed) : packed;
}
const documentOf = (file: Buffer): string =>
  part(file, 'word/document.xml')
    .toString()
    .replace(/^[\s\S]*<w:body>/, '')
    .replace(/<\/w:body>[\s\S]*$/, '');
const word = (document: string, others: Record<string, string> = {}) => docxFile({ document, ...others });
const places = (document: string, others?: Record<string, string>) => readWord(word(document, others)).faults;

/** As Word leaves a placeholder behind that was spelled, marked and corrected. */
const SPLIT =
  `<w:p><w:pPr><w:jc w:val="both"/></w:pPr>${r('Eu, {')}${r('{contra', '<w:b/>')}<w:proofErr w:type="spellStart"/>` +
  `${r('tada.no')}<w:bookmarkStart w:id="0" w:name="x"/>${r('me}', '<w:i/>')}${r('}, aceito {{valor}}.')}</w:p>`;

describe('placeholders of a Word document', () => {
  it('are found in text, split runs, tables, text boxes, headers, footers and notes, each once', () => {
    const file = word(
      SPLIT +
        table([['Placa', '{{veiculo:placa}}']]) +
        p(floating(shape('rect', 900_000, 400_000, '<a:noFill/>', '{{caixa}}'), 900_000, 400_000)) +
        p('{{ Valor }} e {{contratada.cpf}}') +
        section('<w:headerReference w:type="default" r:id="header1"/>'),
      { header1: p('{{empresa.razaosocial}}'), footer1: p('{{data}}'), footnotes: p('{{nota}}') },
    );
    expect(readWord(file)).toEqual({
      placeholders: [
        'contratada.nome',
        'valor',
        'veiculo:placa',
        'caixa',
        'contratada.cpf',
        'empresa.razaosocial',
        'data',
        'nota',
      ],
      undecided: [],
      faults: [],
    });
  });

  it('unknown are reported by name and place', () => {
    const document =
      p('{{nome}} certo') +
      p('Peso: {{contratada.peso}}') +
      table([
        ['a', 'b'],
        ['c', '{{veiculo:cor}}'],
      ]) +
      p(floating(shape('rect', 9, 9, '<a:noFill/>', '{{a.b.c}}'), 9, 9));
    expect(places(document, { header1: p('{{}}') })).toEqual([
      '{{contratada.peso}} não é um campo conhecido (parágrafo 2: “Peso: {{contratada.peso}}”)',
      '{{veiculo:cor}} não é um campo conhecido (tabela 1, linha 2, coluna 2: “{{veiculo:cor}}”)',
      '{{a.b.c}} não é um campo conhecido (caixa de texto: “{{a.b.c}}”)',
      '{{}} não é um campo conhecido (cabeçalho, parágrafo 1: “{{}}”)',
    ]);
  });

  it('unbalanced are reported by place', () => {
    expect(places(p('Pelo presente {{valor') + p('do aluguel}}'))).toEqual([
      'Um campo abre com “{{” e não fecha com “}}” no mesmo parágrafo (parágrafo 1: “Pelo presente {{valor”)',
      'Um campo fecha com “}}” sem ter aberto com “{{” no mesmo parágrafo (parágrafo 2: “do aluguel}}”)',
    ]);
  });

  it('are refused where nothing is filled, and not missed where text was taken out', () => {
    expect(places(p('<m:oMath><m:r><m:t>{{x}}</m:t></m:r></m:oMath>'))).toEqual([
      expect.stringContaining('gráfico, diagrama ou equação'),
    ]);
    expect(
      places(p(`<w:del w:id="1"><w:r><w:delText>{{velho</w:delText></w:r></w:del>${r('novo')}`)),
    ).toEqual([]);
  });

  it('are as many as a template may have', () => {
    const many = (count: number) => p(Array.from({ length: count }, (_, at) => `{{v${at}}}`).join(' '));
    expect(readWord(word(many(200))).faults).toEqual([]);
    expect(readWord(word(many(201))).faults).toEqual(['Há mais de 200 campos diferentes']);
  });
});

describe('a filled document', () => {
  it('has the text where the placeholder began, in its format, and nothing else changed', () => {
    const filled = documentOf(fill(word(SPLIT), { 'contratada.nome': 'Ana', valor: 'R$ 10' }));
    expect(filled).toBe(
      `<w:p><w:pPr><w:jc w:val="both"/></w:pPr>${r('Eu, Ana')}<w:r><w:rPr><w:b/></w:rPr></w:r>` +
        `<w:proofErr w:type="spellStart"/><w:r></w:r><w:bookmarkStart w:id="0" w:name="x"/>` +
        `<w:r><w:rPr><w:i/></w:rPr></w:r>${r(', aceito R$ 10.')}</w:p>`,
    );
  });

  it('is filled in its header, footer and tables too', () => {
    const file = word(table([['{{valor}}', '{{valor}}']]), {
      header1: p('De {{valor}}'),
      footer1: p('{{valor}}'),
    });
    const filled = fill(file, { valor: '7' });
    const written = (name: string) =>
      part(filled, `word/${name}.xml`)
        .toString()
        .match(/>(?:De )?7</g)?.length;
    expect(['document', 'header1', 'footer1'].map(written)).toEqual([2, 1, 1]);
    expect(readWord(filled).placeholders).toEqual([]);
  });

  it('takes values for text: markup, references, other placeholders, line breaks', () => {
    const value = '<w:p/> & "{{outro}}"\nSegunda\u0000 linha\u202e\uFFFF';
    const filled = fill(word(p('Valor: {{valor}}; {{outro}}')), { valor: value, outro: '&lt;' });
    expect(documentOf(filled)).toBe(
      p(
        '<w:r><w:t xml:space="preserve">Valor: &lt;w:p/&gt; &amp; "{{outro}}"</w:t><w:br/>' +
          '<w:t xml:space="preserve">Segunda linha; &amp;lt;</w:t></w:r>',
      ),
    );
  });

  it('keeps other parts to the byte, and its text readable by its references', () => {
    const text = p('Caf&#233; &amp; {{valor}} <![CDATA[cru]]>'.replace('<![CDATA[cru]]>', '&lt;cru&gt;'));
    const file = word(text, { styles: '<w:style w:styleId="X"/>' });
    const filled = fill(file, { valor: '1' });
    expect(documentOf(filled)).toContain('Café &amp; 1 &lt;cru&gt;');
    for (const name of ['word/styles.xml', '[Content_Types].xml', 'word/_rels/document.xml.rels'])
      expect(part(filled, name).equals(part(file, name))).toBe(true);
    expect(readZipDirectory(filled)?.map(({ name }) => name)).toEqual(
      readZipDirectory(file)?.map(({ name }) => name),
    );
  });

  it('is the same for the same texts, and packed no worse than it came', () => {
    const file = word(p('{{valor}} '.repeat(5_000)));
    const [one, two] = [fill(file, { valor: 'x' }), fill(file, { valor: 'x' })];
    expect(one.equals(two)).toBe(true);
    expect(one.length).toBeLessThan(deflateRawSync(part(one, 'word/document.xml')).length + 20_000);
  });

  it('is not made when it would never end', () => {
    const file = word(p('{{valor}} '.repeat(1_000)));
    expect(fillWord(file, { texts: { valor: 'x'.repeat(100) }, answers: {} }, 100_000)).toBeInstanceOf(
      Buffer,
    );
    expect(fillWord(file, { texts: { valor: 'x'.repeat(101) }, answers: {} }, 100_000)).toBeUndefined();
  });
});

describe('clauses of a Word document', () => {
  const GARANTIA = 'garantia:simnao';
  const both = (document: string, texts: Record<string, string> = {}) =>
    [true, false].map((yes) => documentOf(fill(word(document), texts, { [GARANTIA]: yes })));

  it('are decided by a yes or no, which is asked for once with their placeholders', () => {
    const file = word(
      p('{{#Garantia}}') + p('Por {{prazo}}') + p('{{/garantia}}') + p('{{^garantia}}a{{/garantia}}'),
    );
    expect(readWord(file)).toEqual({ placeholders: [GARANTIA, 'prazo'], undecided: [], faults: [] });
    expect(readWord(file, {})).toEqual({ placeholders: [], undecided: [GARANTIA], faults: [] });
    expect(readWord(file, { [GARANTIA]: true }).placeholders).toEqual(['prazo']);
    expect(readWord(file, { [GARANTIA]: false }).placeholders).toEqual([]);
  });

  it('of whole paragraphs and tables stand or go with them, and their marks always go', () => {
    const inside = p('Por {{prazo}}', '<w:jc w:val="both"/>') + table([['a']]);
    const filled = inside.replace('{{prazo}}', 'um ano');
    const document = p('antes') + p('{{#garantia}}') + inside + p('{{/garantia}}') + p('depois');
    expect(both(document, { prazo: 'um ano' })).toEqual([
      p('antes') + filled + p('depois'),
      p('antes') + p('depois'),
    ]);
  });

  it('within a sentence, split over runs, and the other way round', () => {
    const document = `<w:p>${r('Paga {{#gar')}${r('antia}}com', '<w:b/>')}${r(' multa{{/garantia}}{{^garantia}}sem{{/garantia}}.')}</w:p>`;
    expect(both(document)).toEqual([
      `<w:p>${r('Paga ')}${r('com', '<w:b/>')}${r(' multa.')}</w:p>`,
      `<w:p>${r('Paga ')}<w:r><w:rPr><w:b/></w:rPr></w:r>${r('sem.')}</w:p>`,
    ]);
  });

  it('from the middle of one paragraph to the middle of another', () => {
    const document = p('Um{{#garantia}} dois') + p('três') + p('quatro{{/garantia}} cinco');
    expect(both(document)).toEqual([p('Um dois') + p('três') + p('quatro cinco'), p('Um') + p(' cinco')]);
  });

  it('over rows of a table, which goes with the last of them', () => {
    const [yes, no] = both(
      table([['Item'], ['{{#garantia}}Garantia{{/garantia}}'], ['{{#garantia}}a'], ['b{{/garantia}}']]),
    );
    expect([yes?.match(/<w:tr>/g)?.length, no?.match(/<w:tr>/g)?.length]).toEqual([4, 2]);
    const [, gone] = both(table([['{{#garantia}}a', 'b{{/garantia}}']]) + p('fim'));
    expect(gone).toBe(p('') + p('fim'));
    const [, kept] = both(table([[p('{{#garantia}}') + p('a') + p('{{/garantia}}')]]));
    expect(kept?.match(/<w:tc>.*<\/w:tc>/)?.[0]).toMatch(/<w:p><w:r><\/w:r><\/w:p><\/w:tc>$/);
  });

  it('may be nested, and one left out decides nothing', () => {
    const document =
      p('{{#garantia}}') + p('{{#fiador}}F {{nome}}{{/fiador}} G') + p('{{/garantia}}') + p('fim');
    const file = word(document);
    expect(readWord(file, { [GARANTIA]: false })).toMatchObject({ placeholders: [], undecided: [] });
    expect(readWord(file, { [GARANTIA]: true })).toMatchObject({ undecided: ['fiador:simnao'] });
    const filled = fill(file, {}, { [GARANTIA]: true, 'fiador:simnao': false });
    expect(documentOf(filled)).toBe(p(' G') + p('fim'));
  });

  it.each([
    ['no end', p('{{#garantia}}a'), /^A cláusula \{\{#garantia\}\} não é fechada \(parágrafo 1/],
    ['no beginning', p('a{{/garantia}}'), /^\{\{\/garantia\}\} fecha uma cláusula que não está aberta/],
    ['a name that is none', p('{{#a.b}}{{/a.b}}'), /^\{\{#a\.b\}\} não é um campo conhecido/],
    ['its end in a table', p('{{#garantia}}') + table([['{{/garantia}}']]), /em lugares diferentes/],
    ['its end crossed', p('{{#a}}{{#b}}{{/a}}{{/b}}'), /fecha uma cláusula que não está aberta/],
  ])('are refused with %s', (_what, document, fault) => {
    expect(places(document)[0]).toMatch(fault);
  });
});

describe('a document that is not sound', () => {
  const withMain = (xml: string | Buffer) =>
    zipOf({
      '[Content_Types].xml': '<Types xmlns="x"/>',
      'word/document.xml': xml,
    });
  const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

  it.each([
    ['a document type', `<!DOCTYPE w:p [<!ELEMENT w:p ANY>]><w:p ${W}/>`, 'doctype'],
    ['elements that do not close', `<w:p ${W}><w:r></w:p>`, 'malformed'],
    ['a tag without an end', `<w:p ${W} a="`, 'malformed'],
    ['two roots', `<w:p ${W}/><w:p ${W}/>`, 'malformed'],
    ['no element', 'texto', 'malformed'],
    ['bytes of no text', Buffer.from([0x3c, 0x61, 0xff, 0xfe, 0x2f, 0x3e]), 'malformed'],
    ['elements without a bottom', '<a>'.repeat(1_000) + '</a>'.repeat(1_000), 'deep'],
  ] as const)('is not read with %s', (_what, xml, fault) => {
    expect(() => readWord(withMain(xml))).toThrow(expect.objectContaining({ name: 'XmlError', fault }));
  });

  it('is not read with two parts of one name', () => {
    const file = zipOf({ 'word/document.xml': `<w:p ${W}/>`, 'word/DOCUMENT.xml': `<w:p ${W}/>` });
    expect(() => readWord(file)).toThrow(XmlError);
  });

  it('is read in UTF-16, and by other prefixes', () => {
    const xml = `\uFEFF<?xml version="1.0" encoding="UTF-16"?><x:p xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:r><x:t>{{maçã}}</x:t></x:r></x:p>`;
    const file = withMain(Buffer.from(xml, 'utf16le'));
    expect(readWord(file)).toMatchObject({ placeholders: ['maçã'], faults: [] });
    expect(part(fill(file, { maçã: 'é' }), 'word/document.xml').toString()).toBe(
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><x:p xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:r><x:t xml:space="preserve">é</x:t></x:r></x:p>',
    );
  });
});
