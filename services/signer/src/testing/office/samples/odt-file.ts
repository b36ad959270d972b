import { zipOf } from '../sample-office.ts';

const ODT = 'application/vnd.oasis.opendocument.text';
const FORMULA = 'application/vnd.oasis.opendocument.formula';
const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const OASIS = 'urn:oasis:names:tc:opendocument:xmlns:';
const MANIFEST = `${OASIS}manifest:1.0`;
/** ODF 1.3 part 3, 2.2.3. */
const NAMESPACES = Object.entries({
  office: `${OASIS}office:1.0`,
  text: `${OASIS}text:1.0`,
  table: `${OASIS}table:1.0`,
  draw: `${OASIS}drawing:1.0`,
  style: `${OASIS}style:1.0`,
  fo: `${OASIS}xsl-fo-compatible:1.0`,
  svg: `${OASIS}svg-compatible:1.0`,
  form: `${OASIS}form:1.0`,
  xlink: 'http://www.w3.org/1999/xlink',
  dc: 'http://purl.org/dc/elements/1.1/',
})
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');

const STANDARD =
  '<style:default-style style:family="paragraph"><style:paragraph-properties fo:margin-bottom="0.2cm"/>' +
  '<style:text-properties style:font-name="Arial" fo:font-family="Arial" fo:font-size="11pt" fo:language="pt" fo:country="BR"/>' +
  '</style:default-style><style:style style:name="Standard" style:family="paragraph"/>';

/** A page of A4 with margins; what comes in it (header, footer), and more of its layout. */
export const pageStyle = (
  name: string,
  inside = '',
  more = '',
  size: readonly [string, string] = ['21cm', '29.7cm'],
): PageStyle => ({
  layout:
    `<style:page-layout style:name="L${name}"><style:page-layout-properties fo:page-width="${size[0]}" fo:page-height="${size[1]}" ` +
    `fo:margin-top="2cm" fo:margin-bottom="2cm" fo:margin-left="2.5cm" fo:margin-right="2.5cm"${Number.parseFloat(size[0]) > Number.parseFloat(size[1]) ? ' style:print-orientation="landscape"' : ''}>${more}</style:page-layout-properties>` +
    `${inside && '<style:header-style/><style:footer-style/>'}</style:page-layout>`,
  master: `<style:master-page style:name="${name}" style:page-layout-name="L${name}">${inside}</style:master-page>`,
});
interface PageStyle {
  layout: string;
  master: string;
}

/**
 * An ODT of its parts' inner XML: `body`, `automatic` styles, `layouts` and `masters` of pages; `formula` is a MathML
 * object, a Buffer a picture.
 */
export function odtOf(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const { layout, master } = pageStyle('Standard');
  const { body = '', automatic = '', layouts = layout, masters = master, formula, picture } = parts;
  const files: Record<string, string | Buffer> = {
    'content.xml':
      `${XML}<office:document-content ${NAMESPACES} office:version="1.3"><office:automatic-styles>${String(automatic)}` +
      `</office:automatic-styles><office:body><office:text>${String(body)}</office:text></office:body></office:document-content>`,
    'styles.xml':
      `${XML}<office:document-styles ${NAMESPACES} office:version="1.3"><office:styles>${STANDARD}</office:styles>` +
      `<office:automatic-styles>${String(layouts)}</office:automatic-styles><office:master-styles>${String(masters)}</office:master-styles></office:document-styles>`,
    ...(picture && { 'Pictures/figura.png': picture }),
    ...(formula && {
      'Object 1/content.xml': `${XML}<math xmlns="http://www.w3.org/1998/Math/MathML">${String(formula)}</math>`,
    }),
  };
  const entry = (path: string, type: string) =>
    `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}"/>`;
  return zipOf({
    mimetype: ODT,
    ...files,
    'META-INF/manifest.xml':
      `${XML}<manifest:manifest xmlns:manifest="${MANIFEST}" manifest:version="1.3">${entry('/', ODT)}` +
      (formula ? entry('Object 1/', FORMULA) : '') +
      `${Object.keys(files)
        .map((path) => entry(path, path.endsWith('.png') ? 'image/png' : 'text/xml'))
        .join('')}</manifest:manifest>`,
  });
}

export const paragraph = (content: string, style = 'Standard'): string =>
  `<text:p text:style-name="${style}">${content}</text:p>`;
export const textStyle = (name: string, properties: string): string =>
  `<style:style style:name="${name}" style:family="text"><style:text-properties ${properties}/></style:style>`;
export const paragraphStyle = (name: string, properties: string, inside = ''): string =>
  `<style:style style:name="${name}" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties ${properties}>${inside}</style:paragraph-properties></style:style>`;
