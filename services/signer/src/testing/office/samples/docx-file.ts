import { zipOf } from '../sample-office.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Every namespace that a part may use (ECMA-376; `wps`, `w14`: [MS-DOCX]). */
const NAMESPACES = Object.entries({
  w: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  r: OFFICE,
  wp: 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
  a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  pic: 'http://schemas.openxmlformats.org/drawingml/2006/picture',
  wps: 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
  w14: 'http://schemas.microsoft.com/office/word/2010/wordml',
  m: 'http://schemas.openxmlformats.org/officeDocument/2006/math',
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  v: 'urn:schemas-microsoft-com:vml',
  o: 'urn:schemas-microsoft-com:office:office',
  w10: 'urn:schemas-microsoft-com:office:word',
})
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');

/** The root element of a part, by its name without the number. */
const ROOTS: Readonly<Record<string, string>> = {
  styles: 'w:styles',
  numbering: 'w:numbering',
  settings: 'w:settings',
  header: 'w:hdr',
  footer: 'w:ftr',
  footnotes: 'w:footnotes',
  endnotes: 'w:endnotes',
  comments: 'w:comments',
};

/** Arial 11, as Word's dialog for a document's defaults writes it. */
const DEFAULTS =
  '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/><w:sz w:val="22"/>' +
  '<w:lang w:val="pt-BR"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120"/></w:pPr></w:pPrDefault>' +
  '</w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>';

/** As Word 2013 and later write it: without it, tables lie as in Word 2007. */
const SETTINGS =
  '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>';

const kindOf = (name: string): string => name.replace(/\d*$/, '');

/**
 * A DOCX of its parts' inner XML: `document`, and any of `styles`, `numbering`, `settings`, `header1`, `footer1`,
 * `footnotes`, `endnotes`, `comments`; a Buffer is a picture (PNG), or a document in the document when its name is `package1`. A part's relationship bears its name.
 */
export function docxFile(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const { document = '', styles = '', settings = '', ...others } = parts;
  const all: Record<string, string | Buffer> = {
    styles: DEFAULTS + String(styles),
    settings: String(settings) + SETTINGS,
    ...others,
  };
  const targets = Object.entries(all).map(([name, part]) => ({
    name,
    part,
    kind: typeof part === 'string' || name.startsWith('package') ? kindOf(name) : 'image',
    target:
      typeof part === 'string'
        ? `${name}.xml`
        : name.startsWith('package')
          ? `embeddings/${name}.docx`
          : `media/${name}.png`,
  }));
  const relationships = targets.map(
    ({ name, kind, target }) => `<Relationship Id="${name}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  );
  const overrides = targets
    .filter(({ part }) => typeof part === 'string')
    .map(
      ({ target, kind }) => `<Override PartName="/word/${target}" ContentType="${WORD_TYPE}.${kind}+xml"/>`,
    );
  return zipOf({
    '[Content_Types].xml':
      `${XML}<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="png" ContentType="image/png"/>' +
      `<Default Extension="docx" ContentType="${WORD_TYPE}.document"/>` +
      `<Override PartName="/word/document.xml" ContentType="${WORD_TYPE}.document.main+xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels':
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
      `<Relationship Id="document" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels':
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relationships.join('')}` +
      `<Relationship Id="link" Type="${OFFICE}/hyperlink" Target="https://www.example.com/" TargetMode="External"/></Relationships>`,
    'word/document.xml': `${XML}<w:document ${NAMESPACES}><w:body>${String(document)}</w:body></w:document>`,
    ...Object.fromEntries(
      targets.map(({ target, part, kind }) => [
        `word/${target}`,
        typeof part === 'string' ? `${XML}<${ROOTS[kind]} ${NAMESPACES}>${part}</${ROOTS[kind]}>` : part,
      ]),
    ),
  });
}

/** A paragraph of text, or of runs when it begins with an element. */
export const p = (content: string, properties = ''): string =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content.startsWith('<') || content.startsWith('⟦') ? content : r(content)}</w:p>`;
export const r = (text: string, properties = ''): string =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
/** A field with the result it had when it was saved. */
export const field = (instruction: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${r(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
/** The last section's properties: an A4 page, and whatever comes before its size. */
export const section = (first = '', last = '', size = '<w:pgSz w:w="11906" w:h="16838"/>'): string =>
  `<w:sectPr>${first}${size}<w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417" w:header="708" w:footer="708" w:gutter="0"/>${last}</w:sectPr>`;

export interface Cell {
  text: string;
  properties?: string;
}
/** A table of equal columns, twips wide. */
export function table(
  rows: readonly (readonly (string | Cell)[])[],
  properties = BORDERS,
  width = 3000,
): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const cell = (one: string | Cell) => {
    const { text, properties: own = '' } = typeof one === 'string' ? { text: one } : one;
    return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${own}</w:tcPr>${text.startsWith('<') ? text : p(text)}</w:tc>`;
  };
  return (
    `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/>${properties}</w:tblPr>` +
    `<w:tblGrid>${`<w:gridCol w:w="${width}"/>`.repeat(columns)}</w:tblGrid>` +
    `${rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')}</w:tbl>${p('')}`
  );
}
const SIDES = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'];
export const BORDERS = `<w:tblBorders>${SIDES.map((side) => `<w:${side} w:val="single" w:sz="8" w:color="000000"/>`).join('')}</w:tblBorders>`;

/** A picture of the part `picture1`, so many EMU wide and high, inline. */
export const picture = (width: number, height: number): string =>
  `<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr>` +
  `<pic:cNvPr id="1" name="figura"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="picture1"/><a:stretch>` +
  `<a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>` +
  `<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>`;
export const inline = (graphic: string, width: number, height: number): string =>
  `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${width}" cy="${height}"/>` +
  `<wp:docPr id="1" name="figura"/>${graphic}</wp:inline></w:drawing></w:r>`;
/** Anchored at an offset from its paragraph, text around it. */
export const floating = (graphic: string, width: number, height: number, id = 2): string =>
  `<w:r><w:drawing><wp:anchor distT="0" distB="0" distL="114300" distR="114300" simplePos="0" relativeHeight="${id}" behindDoc="0" ` +
  `locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column">` +
  `<wp:posOffset>2700000</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>180000</wp:posOffset>` +
  `</wp:positionV><wp:extent cx="${width}" cy="${height}"/><wp:effectExtent l="0" t="0" r="0" b="0"/><wp:wrapSquare wrapText="bothSides"/>` +
  `<wp:docPr id="${id}" name="flutuante ${id}"/><wp:cNvGraphicFramePr/>${graphic}</wp:anchor></w:drawing></w:r>`;
/** A shape with or without text in it. */
export const shape = (geometry: string, width: number, height: number, fill: string, text = ''): string =>
  `<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr/>` +
  `<wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${width}" cy="${height}"/></a:xfrm><a:prstGeom prst="${geometry}"><a:avLst/></a:prstGeom>` +
  `${fill}<a:ln w="19050"><a:solidFill><a:srgbClr val="203864"/></a:solidFill></a:ln></wps:spPr>` +
  `${text && `<wps:txbx><w:txbxContent>${p(text)}</w:txbxContent></wps:txbx>`}<wps:bodyPr/></wps:wsp></a:graphicData></a:graphic>`;
