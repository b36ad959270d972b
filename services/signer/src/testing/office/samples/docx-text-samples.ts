import { field, p, r, section } from './docx-file.ts';
import { prose } from './office-sample.ts';

const style = (id: string, name: string, paragraph: string, run: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr>${paragraph}</w:pPr><w:rPr>${run}</w:rPr></w:style>`;
const HEADINGS =
  style(
    'Titulo1',
    'heading 1',
    '⟦<w:pBdr><w:bottom w:val="single" w:sz="12" w:color="1F3864"/></w:pBdr>⟧<w:outlineLvl w:val="0"/>',
    '<w:b/><w:color w:val="1F3864"/><w:sz w:val="32"/>',
  ) + style('Titulo2', 'heading 2', '<w:outlineLvl w:val="1"/>', '<w:i/><w:sz w:val="26"/>');

const level = (index: number, format: string, text: string, font = ''): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>` +
  `<w:pPr><w:ind w:left="${720 * (index + 1)}" w:hanging="720"/></w:pPr>${font && `<w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:hint="default"/></w:rPr>`}</w:lvl>`;
const lists = (levels: string): string =>
  `<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="multilevel"/>${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
const item = (text: string, at = 0): string =>
  p(text, `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="1"/></w:numPr>`);
const markedItem = (text: string, at = 0): string =>
  p(
    text,
    `⟦<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="1"/></w:numPr>⟧<w:ind w:left="720" w:hanging="720"/>`,
  );

const note = (kind: 'footnote' | 'endnote', text: string): string =>
  `<w:${kind} w:type="separator" w:id="0">${p('<w:r><w:separator/></w:r>')}</w:${kind}>` +
  `<w:${kind} w:id="1">${p(`<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:${kind}Ref/></w:r>${r(` ${text}`)}`)}</w:${kind}>`;
const reference = (kind: 'footnote' | 'endnote'): string =>
  `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:${kind}Reference w:id="1"/></w:r>`;
const change = 'w:id="1" w:author="Ana" w:date="2026-01-02T10:00:00Z"';
const run = (properties: string) => (text: string) => r(text, properties);

/** Features of running text, as Word writes them (ECMA-376 part 1). Each is a document's parts. */
export const DOCX_TEXT_SAMPLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'títulos com estilo': {
    styles: HEADINGS,
    document:
      p('Contrato de locação', '<w:pStyle w:val="Titulo1"/>') +
      p('Do objeto', '<w:pStyle w:val="Titulo2"/>') +
      p(prose(2)) +
      section(),
  },
  'realces de caractere': {
    document:
      p(
        r('negrito ', '<w:b/>') +
          r('itálico ', '<w:i/>') +
          r('sublinhado ', '⟦<w:u w:val="single"/>⟧<w:sz w:val="56"/>') +
          r('riscado ', '⟦<w:strike/>⟧<w:sz w:val="56"/>') +
          r('Versalete ', '<w:smallCaps/>') +
          r('maiúsculas', '<w:caps/>'),
      ) +
      p(
        r('m') +
          r('2', '<w:vertAlign w:val="superscript"/>') +
          r(' e H') +
          r('2', '<w:vertAlign w:val="subscript"/>') +
          r('O'),
      ) +
      section(),
  },
  'cores e marca-texto': {
    document:
      p(
        r('vermelho ', '<w:color w:val="C00000"/>') +
          r('marcado em amarelo', '⟦<w:highlight w:val="yellow"/>⟧') +
          r(' e sombreado', '<w:shd w:val="clear" w:fill="9CC2E5"/>'),
      ) + section(),
  },
  'alinhamentos e recuos': {
    document:
      p('À direita', '⟦<w:jc w:val="right"/>⟧') +
      p('Ao centro', '<w:jc w:val="center"/>') +
      p(prose(2), '<w:ind w:left="1134" w:right="567" w:firstLine="567"/>') +
      section(),
  },
  'espaçamento entre linhas': {
    document:
      p(prose(2), '⟦<w:spacing w:before="240" w:after="240" w:line="360" w:lineRule="auto"/>⟧') +
      p('Depois.') +
      section(),
  },
  'tabulações com linha': {
    document:
      ['Objeto', 'Prazo', 'Foro']
        .map((name, at) =>
          p(
            r(name) + '<w:r><w:tab/></w:r>' + r(String(at + 2)),
            '<w:tabs><w:tab w:val="right" ⟦w:leader="underscore" ⟧w:pos="8500"/></w:tabs>',
          ),
        )
        .join('') + section(),
  },
  'cláusulas numeradas': {
    numbering: lists(
      level(0, 'decimal', 'Cláusula %1.') +
        level(1, 'decimal', '%1.%2.') +
        level(2, 'lowerLetter', '%3)') +
        level(3, 'upperRoman', '%4 –'),
    ),
    document:
      item('Do objeto') +
      markedItem('O imóvel.', 1) +
      item('A garagem;', 2) +
      item('o depósito;', 2) +
      item('a chave.', 3) +
      item('Do prazo') +
      item('Trinta meses.', 1) +
      section(),
  },
  marcadores: {
    numbering: lists(level(0, 'bullet', '\uF0B7', 'Symbol')),
    document:
      markedItem('Carteira de identidade') +
      markedItem('CPF') +
      markedItem('Comprovante de residência') +
      section(),
  },
  'rodapé de nota': {
    footnotes: note('footnote', 'Lei nº 8.245, de 18 de outubro de 1991.'),
    document: p(r('Conforme a lei do inquilinato') + `⟦${reference('footnote')}⟧` + r('.')) + section(),
  },
  'notas no fim': {
    endnotes: note('endnote', 'Código Civil, art. 565.'),
    document: p(r('Conforme o código') + `⟦${reference('endnote')}⟧` + r('.')) + section(),
  },
  'alterações controladas': {
    document:
      p(
        r('O prazo é de ') +
          `<w:del ${change}><w:r><w:delText>doze</w:delText></w:r></w:del>` +
          `⟦<w:ins ${change}>${r('trinta')}</w:ins>⟧` +
          r(' meses.'),
      ) + section(),
  },
  comentários: {
    comments: `<w:comment ${change} w:initials="A">${p('Conferir o prazo.')}</w:comment>`,
    document:
      p(
        r('Prazo de ') +
          '<w:commentRangeStart w:id="1"/>' +
          r('trinta meses', '⟦<w:b/>⟧<w:sz w:val="56"/>') +
          '<w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r>',
      ) + section(),
  },
  hiperligações: {
    document:
      p(
        r('Veja ') +
          `<w:hyperlink r:id="link">${r('o regulamento do condomínio', '⟦<w:color w:val="0563C1"/><w:u w:val="single"/>⟧')}</w:hyperlink>`,
      ) + section(),
  },
  sumário: {
    styles: HEADINGS.replaceAll(/[⟦⟧]/g, ''),
    document:
      p(
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> TOC \\o "1-2" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>' +
          r('Do objeto') +
          '<w:r><w:tab/></w:r>' +
          r('1'),
        '<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="9000"/></w:tabs>',
      ) +
      `⟦${p(r('Do prazo') + '<w:r><w:tab/></w:r>' + r('1'), '<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="9000"/></w:tabs>')}⟧` +
      p('<w:r><w:fldChar w:fldCharType="end"/></w:r>') +
      p('Do objeto', '<w:pStyle w:val="Titulo1"/>') +
      p(prose(1)) +
      p('Do prazo', '<w:pStyle w:val="Titulo1"/>') +
      p(prose(1)) +
      section(),
  },
  'referências cruzadas': {
    document:
      p(
        '<w:bookmarkStart w:id="1" w:name="objeto"/>' + r('Cláusula primeira') + '<w:bookmarkEnd w:id="1"/>',
      ) +
      p(r('Nos termos da ') + `⟦${field('REF objeto \\h', 'Cláusula primeira')}⟧` + r('.')) +
      section(),
  },
  'texto da direita para a esquerda': {
    document:
      p(r('عقد إيجار بين الطرفين', '<w:rtl/>'), '⟦<w:bidi/>⟧') +
      p(r('חוזה שכירות', '<w:rtl/>'), '<w:bidi/>') +
      p('Tradução juramentada.') +
      section(),
  },
  'acentos e sinais': {
    document:
      p('ÁÀÂÃÇÉÊÍÓÔÕÚÜ áàâãçéêíóôõúü nº 1ª “aspas” – travessão — § 3º, € 10, R$ 5, ½, ©, …') +
      `⟦${p('São Luís, Piauí, Pará: coração, pão, ação.')}⟧` +
      section(),
  },
  'fontes de documentos brasileiros': {
    document:
      ['Arial', 'Times New Roman', 'Courier New', 'Calibri', 'Cambria', 'Verdana', 'Tahoma', 'Georgia']
        .map((font) => p(r(`${font}: ${prose(1)}`, `⟦<w:rFonts w:ascii="${font}" w:hAnsi="${font}"/>⟧`)))
        .join('') + section(),
  },
  'parágrafo com borda e fundo': {
    document:
      p(
        prose(1),
        '⟦<w:pBdr><w:top w:val="single" w:sz="8" w:space="4" w:color="C00000"/><w:left w:val="single" w:sz="8" w:space="4" w:color="C00000"/><w:bottom w:val="single" w:sz="8" w:space="4" w:color="C00000"/><w:right w:val="single" w:sz="8" w:space="4" w:color="C00000"/></w:pBdr>⟧<w:shd w:val="clear" w:fill="FFE599"/>',
      ) + section(),
  },
  'texto oculto': {
    document:
      p(r('À vista de todos. ') + r('Isto não se imprime. ', '⟦<w:vanish/>⟧') + r('Fim.')) + section(),
  },
  símbolos: {
    document:
      p(
        '⟦<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>⟧' +
          r(' Li e aceito  ') +
          '<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r><w:r><w:sym w:font="Symbol" w:char="F062"/></w:r>',
      ) + section(),
  },
  equações: {
    document:
      p('Juros compostos:') +
      `<w:p>⟦<m:oMathPara><m:oMath><m:r><m:t>M=C</m:t></m:r><m:sSup><m:e><m:d><m:e><m:r><m:t>1+</m:t></m:r><m:f><m:num><m:r><m:t>i</m:t></m:r></m:num><m:den><m:r><m:t>100</m:t></m:r></m:den></m:f></m:e></m:d></m:e><m:sup><m:r><m:t>n</m:t></m:r></m:sup></m:sSup></m:oMath></m:oMathPara>⟧</w:p>` +
      p('Fim.') +
      section(),
  },
  'letra capitular': {
    document:
      p(
        r('O', '<w:position w:val="-8"/><w:sz w:val="117"/>'),
        '⟦<w:keepNext/><w:framePr w:dropCap="drop" w:lines="3" w:wrap="around" w:vAnchor="text" w:hAnchor="text"/>⟧<w:spacing w:after="0" w:line="827" w:lineRule="exact"/>',
      ) +
      p(prose(3)) +
      section(),
  },
  'controles de conteúdo': {
    document:
      `<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>${p('Nome: Maria da Conceição')}</w:sdtContent></w:sdt>` +
      p(
        '⟦<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>' +
          r('☒', '<w:rFonts w:ascii="MS Gothic" w:hAnsi="MS Gothic" w:eastAsia="MS Gothic"/>') +
          '</w:sdtContent></w:sdt>⟧' +
          r(' Concordo'),
      ) +
      p(
        r('Estado: ') +
          `<w:sdt><w:sdtPr><w:dropDownList><w:listItem w:displayText="São Paulo" w:value="SP"/></w:dropDownList></w:sdtPr><w:sdtContent>${r('São Paulo')}</w:sdtContent></w:sdt>`,
      ) +
      section(),
  },
  'campos de formulário': {
    document:
      p(
        r('Nome: ') +
          `⟦<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Nome"/><w:enabled/><w:textInput/></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMTEXT </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('')('José Araújo')}<w:r><w:fldChar w:fldCharType="end"/></w:r>⟧`,
      ) +
      p('Assinatura:') +
      section(),
  },
};
