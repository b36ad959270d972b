import { pngPicture } from '../hostile-office.ts';
import { odtOf, pageStyle, paragraph, paragraphStyle, textStyle } from './odt-file.ts';
import { prose } from './office-sample.ts';

const graphic = (name: string, properties: string): string =>
  `<style:style style:name="${name}" style:family="graphic"><style:graphic-properties ${properties}/></style:style>`;
const frame = (
  anchor: string,
  style: string,
  inside: string,
  size = 'svg:width="4cm" svg:height="3cm"',
): string =>
  `<draw:frame draw:style-name="${style}" draw:name="quadro" text:anchor-type="${anchor}" ${size}>${inside}</draw:frame>`;
const image =
  '<draw:image xlink:href="Pictures/figura.png" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/>';
const picture = pngPicture([214, 39, 40]);

const cellStyle = (name: string, properties: string): string =>
  `<style:style style:name="${name}" style:family="table-cell"><style:table-cell-properties fo:padding="0.1cm" ${properties}/></style:style>`;
const cell = (text: string, style = 'C', more = ''): string =>
  `<table:table-cell table:style-name="${style}" ${more}>${paragraph(text)}</table:table-cell>`;
const row = (...cells: string[]): string => `<table:table-row>${cells.join('')}</table:table-row>`;

const listStyle = (levels: string): string => `<text:list-style style:name="L">${levels}</text:list-style>`;
const indent = '<style:list-level-properties text:space-before="0.6cm" text:min-label-width="0.8cm"/>';
const list = (inside: string): string => `<text:list text:style-name="L">${inside}</text:list>`;
const item = (inside: string): string => `<text:list-item>${inside}</text:list-item>`;

const changed = (kind: string, inside = ''): string =>
  `<text:changed-region text:id="${kind}"><text:${kind}><office:change-info><dc:creator>Ana</dc:creator>` +
  `<dc:date>2026-01-02T10:00:00</dc:date></office:change-info>${inside}</text:${kind}></text:changed-region>`;

const footer = (inside: string): string => `<style:footer>${paragraph(inside)}</style:footer>`;
const numbered = pageStyle(
  'Standard',
  `<style:header>${paragraph('Imobiliária São João')}</style:header>${footer('Página <text:page-number text:select-page="current">1</text:page-number>⟦ de <text:page-count>2</text:page-count>⟧')}`,
);
const portrait = pageStyle('Standard');
const landscape = pageStyle('Deitada', '', '', ['29.7cm', '21cm']);

/** Features as Writer writes them (ODF 1.3 part 3). Each is a document's parts. */
export const ODT_SAMPLES: Readonly<Record<string, Parameters<typeof odtOf>[0]>> = {
  'células mescladas e fundos': {
    automatic:
      cellStyle('C', 'fo:border="0.05cm solid #000000"') +
      cellStyle('F', 'fo:border="0.05cm solid #000000" ⟦fo:background-color="#ffd966"⟧'),
    body: `<table:table table:name="t"><table:table-column table:number-columns-repeated="3"/>${row(cell('Total do ano', 'F', 'table:number-columns-spanned="2"'), '<table:covered-table-cell/>', cell('Nota'))}${row(cell('Locador', 'C', 'table:number-rows-spanned="2"'), cell('Nome'), cell('Maria'))}${row('<table:covered-table-cell/>', cell('CPF'), cell('529.982.247-25'))}</table:table>`,
  },
  'seção de duas colunas': {
    automatic:
      '<style:style style:name="S" style:family="section"><style:section-properties>⟦<style:columns fo:column-count="2" fo:column-gap="0.8cm"><style:column style:rel-width="1*"/><style:column style:rel-width="1*"/></style:columns>⟧</style:section-properties></style:style>',
    body: `<text:section text:style-name="S" text:name="colunas">${paragraph(prose(6))}</text:section>${paragraph('Depois da seção.')}`,
  },
  'cabeçalho e rodapé': {
    automatic: paragraphStyle('Q', 'fo:break-before="page"'),
    layouts: numbered.layout,
    masters: numbered.master,
    body: paragraph(prose(2)) + paragraph('Segunda página', 'Q'),
  },
  'notas de rodapé': {
    body: paragraph(
      'Conforme a lei⟦<text:note text:id="n1" text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>Lei nº 8.245, de 1991.</text:p></text:note-body></text:note>⟧ do inquilinato.',
    ),
  },
  'quadro flutuante': {
    automatic: graphic(
      'Q',
      'fo:border="0.05cm solid #1f3864" fo:padding="0.1cm" fo:background-color="#deeaf6" style:wrap="parallel" style:horizontal-pos="right" style:horizontal-rel="paragraph" style:vertical-pos="top" style:vertical-rel="paragraph"',
    ),
    body: paragraph(
      `⟦${frame('paragraph', 'Q', `<draw:text-box>${paragraph('Vistoria feita em 5 de maio')}</draw:text-box>`)}⟧${prose(4)}`,
    ),
  },
  'figuras ancoradas': {
    automatic:
      graphic('I', 'style:wrap="none" style:vertical-pos="top" style:vertical-rel="baseline"') +
      graphic(
        'P',
        'style:wrap="parallel" style:horizontal-pos="left" style:horizontal-rel="paragraph" style:vertical-pos="top" style:vertical-rel="paragraph"',
      ),
    picture,
    body:
      paragraph(`Selo: ${frame('as-char', 'I', image, 'svg:width="1.5cm" svg:height="1.5cm"')}`) +
      paragraph(`⟦${frame('paragraph', 'P', image)}⟧${prose(3)}`),
  },
  listas: {
    automatic: listStyle(
      `<text:list-level-style-number text:level="1" style:num-format="I" style:num-suffix=" –">${indent}</text:list-level-style-number><text:list-level-style-bullet text:level="2" text:bullet-char="⟦•⟧">${indent.replace('0.6', '1.4')}</text:list-level-style-bullet>`,
    ),
    body: list(
      item(
        paragraph('Das partes') +
          `<text:list>${item(paragraph('Locador'))}${item(paragraph('Locatário'))}</text:list>`,
      ) + item(paragraph('Do objeto')),
    ),
  },
  'alterações registradas': {
    body:
      `<text:tracked-changes>${changed('insertion')}${changed('deletion', paragraph('doze'))}</text:tracked-changes>` +
      paragraph(
        'Prazo de <text:change text:change-id="deletion"/>⟦<text:change-start text:change-id="insertion"/>trinta<text:change-end text:change-id="insertion"/>⟧ meses.',
      ),
  },
  'anotação na margem': {
    automatic: textStyle('N', 'fo:font-weight="bold"'),
    body: paragraph(
      'Prazo de ⟦<text:span text:style-name="N">trinta</text:span>⟧<office:annotation><dc:creator>Ana</dc:creator><dc:date>2026-01-02T10:00:00</dc:date><text:p>Conferir.</text:p></office:annotation> meses.',
    ),
  },
  fórmula: {
    automatic: graphic('I', 'style:vertical-pos="middle" style:vertical-rel="text"'),
    formula:
      '<semantics><mrow><mi>M</mi><mo>=</mo><mi>C</mi><msup><mrow><mo>(</mo><mrow><mn>1</mn><mo>+</mo><mi>i</mi></mrow><mo>)</mo></mrow><mi>n</mi></msup></mrow></semantics>',
    body: paragraph(
      `Montante: ⟦${frame('as-char', 'I', '<draw:object xlink:href="./Object 1" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/>', 'svg:width="3.2cm" svg:height="0.7cm"')}⟧`,
    ),
  },
  'página deitada': {
    automatic:
      '<style:style style:name="D" style:family="paragraph" style:parent-style-name="Standard" ⟦style:master-page-name="Deitada"⟧><style:paragraph-properties fo:break-before="page"/></style:style>',
    layouts: portrait.layout + landscape.layout,
    masters: portrait.master + landscape.master,
    body: paragraph('De pé') + paragraph('Anexo com a planta', 'D'),
  },
  sumário: {
    automatic: paragraphStyle(
      'T',
      '',
      '<style:tab-stops><style:tab-stop style:position="15cm" style:type="right" style:leader-style="dotted" style:leader-text="."/></style:tab-stops>',
    ),
    body: `<text:table-of-content text:name="s"><text:table-of-content-source text:outline-level="1"/><text:index-body>${paragraph('Do objeto<text:tab/>1', 'T')}⟦${paragraph('Do prazo<text:tab/>1', 'T')}⟧</text:index-body></text:table-of-content><text:h text:outline-level="1">Do objeto</text:h>${paragraph(prose(1))}<text:h text:outline-level="1">Do prazo</text:h>${paragraph(prose(1))}`,
  },
};
