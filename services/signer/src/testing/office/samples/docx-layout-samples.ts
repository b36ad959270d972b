import { pngPicture } from '../hostile-office.ts';
import {
  BORDERS,
  docxFile,
  field,
  floating,
  inline,
  p,
  picture,
  r,
  section,
  shape,
  table,
} from './docx-file.ts';
import { prose } from './office-sample.ts';

const refer = (part: 'header' | 'footer', name: string, type = 'default'): string =>
  `<w:${part}Reference w:type="${type}" r:id="${name}"/>`;
const page = p('<w:r><w:br w:type="page"/></w:r>');
const filled = (colour: string): string => `<w:shd w:val="clear" w:color="auto" w:fill="${colour}"/>`;
const solid = (colour: string): string => `<a:solidFill><a:srgbClr val="${colour}"/></a:solidFill>`;
const picture1 = pngPicture([31, 119, 180]);
const WHITE = '<w:color w:val="FFFFFF"/>';
const LANDSCAPE = '<w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/>';

const watermark =
  `<w:r><w:pict><v:shapetype id="_x0000_t136" coordsize="21600,21600" o:spt="136" adj="10800" path="m@7,l@8,m@5,21600l@6,21600e">` +
  `<v:formulas><v:f eqn="sum #0 0 10800"/><v:f eqn="prod #0 2 1"/><v:f eqn="sum 21600 0 @1"/><v:f eqn="sum 0 0 @2"/><v:f eqn="sum 21600 0 @3"/>` +
  `<v:f eqn="if @0 @3 0"/><v:f eqn="if @0 21600 @1"/><v:f eqn="if @0 0 @2"/><v:f eqn="if @0 @4 21600"/></v:formulas><v:path textpathok="t"/>` +
  `<v:textpath on="t" fitshape="t"/></v:shapetype><v:shape id="PowerPlusWaterMarkObject" o:spid="_x0000_s2049" type="#_x0000_t136" ` +
  `style="position:absolute;margin-left:0;margin-top:0;width:412pt;height:165pt;rotation:315;z-index:-251658752;mso-position-horizontal:center;` +
  `mso-position-horizontal-relative:margin;mso-position-vertical:center;mso-position-vertical-relative:margin" fillcolor="#a0a0a0" stroked="f">` +
  `<v:textpath style="font-family:&quot;Arial&quot;;font-size:1pt" string="MINUTA"/></v:shape></w:pict></w:r>`;

/** Tables, pages, pictures and shapes, as Word writes them (ECMA-376 parts 1 and 4). Each is a document's parts. */
export const DOCX_LAYOUT_SAMPLES: Readonly<Record<string, Readonly<Record<string, string | Buffer>>>> = {
  'tabela com bordas': {
    document:
      p('Parcelas:') +
      table(
        [
          ['Parcela', 'Vencimento', 'Valor'],
          ['1', '10/01/2026', 'R$ 2.350,00'],
          ['2', '10/02/2026', 'R$ 2.350,00'],
        ],
        `⟦${BORDERS}⟧`,
      ) +
      section(),
  },
  'células mescladas': {
    document:
      table([
        [{ text: 'Total por ano', properties: `<w:gridSpan w:val="2"/>⟦${filled('B4C6E7')}⟧` }, 'Nota'],
        [{ text: 'Locador', properties: '<w:vMerge w:val="restart"/>' }, 'Nome', 'Maria'],
        [{ text: '', properties: '<w:vMerge/>' }, 'CPF', '529.982.247-25'],
      ]) + section(),
  },
  'tabela dentro de tabela': {
    document:
      table(
        [['Fora', { text: `⟦${table([['Dentro', 'Também']], BORDERS, 1200)}⟧${p('')}` }]],
        BORDERS,
        4000,
      ) + section(),
  },
  'tabela sombreada': {
    document:
      table([
        [
          { text: p(r('Cabeça', WHITE)), properties: filled('2F5496') },
          { text: p(r('Valor', WHITE)), properties: filled('2F5496') },
        ],
        ['Um', '1'],
        [{ text: 'Dois', properties: `⟦${filled('A6A6A6')}⟧` }, '2'],
      ]) + section(),
  },
  'tabela em várias páginas': {
    document:
      table(
        Array.from({ length: 60 }, (_, at) => [
          `Item ${at + 1}`,
          `Descrição do bem de número ${at + 1}`,
          `R$ ${at + 1}0,00`,
        ]),
      ).replace('<w:tr>', '<w:tr>⟦<w:trPr><w:tblHeader/></w:trPr>⟧') + section(),
  },
  'texto girado na célula': {
    document:
      table([
        [{ text: 'De baixo para cima', properties: '⟦<w:textDirection w:val="btLr"/>⟧' }, 'Ao lado'],
      ]).replace('<w:tr>', '<w:tr><w:trPr><w:trHeight w:val="2400" w:hRule="exact"/></w:trPr>') + section(),
  },
  'cabeçalho e rodapé com páginas': {
    header1: p('Imobiliária São João Ltda.', '<w:jc w:val="right"/>'),
    footer1: p(
      `${r('Página ')}${field('PAGE', '1')}⟦${r(' de ')}${field('NUMPAGES', '2')}⟧`,
      '<w:jc w:val="center"/>',
    ),
    document:
      p(prose(3)) + page + p(prose(2)) + section(refer('header', 'header1') + refer('footer', 'footer1')),
  },
  'primeira página diferente': {
    header1: p('Capa: contrato'),
    header2: p('Páginas seguintes'),
    document:
      p(prose(1)) +
      page +
      p(prose(1)) +
      section(`⟦${refer('header', 'header1', 'first')}⟧${refer('header', 'header2')}`, '<w:titlePg/>'),
  },
  'páginas pares e ímpares': {
    header1: p('Ímpar'),
    header2: p('Par', '<w:jc w:val="right"/>'),
    settings: '⟦<w:evenAndOddHeaders/>⟧',
    document:
      p('Um') +
      page +
      p('Dois') +
      page +
      p('Três') +
      section(refer('header', 'header1') + refer('header', 'header2', 'even')),
  },
  'duas colunas': { document: p(prose(12)) + section('', '⟦<w:cols w:num="2" w:sep="1" w:space="708"/>⟧') },
  'seção em paisagem': {
    document:
      p('Retrato') +
      `<w:p><w:pPr>${section()}</w:pPr></w:p>` +
      p('Paisagem: anexo com a planta') +
      section('', '', `⟦${LANDSCAPE}⟧`),
  },
  'quebras de página': {
    document: p('Primeira') + `⟦${page}⟧` + p('Segunda') + p('Terceira', '<w:pageBreakBefore/>') + section(),
  },
  'bordas da página': {
    document:
      p(prose(2)) +
      section(
        '',
        '⟦<w:pgBorders w:offsetFrom="page"><w:top w:val="double" w:sz="12" w:space="24" w:color="7F6000"/><w:left w:val="double" w:sz="12" w:space="24" w:color="7F6000"/><w:bottom w:val="double" w:sz="12" w:space="24" w:color="7F6000"/><w:right w:val="double" w:sz="12" w:space="24" w:color="7F6000"/></w:pgBorders>⟧',
      ),
  },
  'linhas numeradas': {
    document: p(prose(5)) + section('', '⟦<w:lnNumType w:countBy="1" w:restart="continuous"/>⟧'),
  },
  'figura no texto': {
    picture1,
    document:
      p(r('Logotipo: ') + `⟦${inline(picture(900000, 900000), 900000, 900000)}⟧`) + p(prose(1)) + section(),
  },
  'figura flutuante': {
    picture1,
    document: p(`⟦${floating(picture(1440000, 1080000), 1440000, 1080000)}⟧${r(prose(4))}`) + section(),
  },
  'caixa de texto': {
    document:
      p(
        `⟦${floating(shape('rect', 1800000, 720000, solid('DEEAF6'), 'Vistoria feita em 5 de maio'), 1800000, 720000)}⟧${r(prose(3))}`,
      ) + section(),
  },
  'formas desenhadas': {
    document:
      p(floating(shape('ellipse', 1080000, 1080000, solid('F4B083')), 1080000, 1080000) + r(prose(2))) +
      p('').repeat(6) +
      p(`⟦${inline(shape('rightArrow', 1440000, 720000, solid('70AD47')), 1440000, 720000)}⟧`) +
      section(),
  },
  "marca-d'água": {
    header1: p(`⟦${watermark}⟧`),
    document: p(prose(4)) + section(refer('header', 'header1')),
  },
  'objeto incorporado': {
    picture1,
    package1: docxFile({ document: p('Dentro do objeto') + section() }),
    document:
      p(
        r('Anexo: ') +
          '<w:r><w:object>⟦<v:shape id="_x0000_i1025" style="width:120pt;height:80pt"><v:imagedata r:id="picture1"/></v:shape>⟧<o:OLEObject Type="Embed" ProgID="Word.Document.12" ShapeID="_x0000_i1025" DrawAspect="Content" ObjectID="_1" r:id="package1"/></w:object></w:r>',
      ) +
      p('Depois do anexo.') +
      section(),
  },
};
