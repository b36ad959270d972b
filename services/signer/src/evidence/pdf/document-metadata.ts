import { dateString, textString } from './pdf-writer.ts';

export interface DocumentDescription {
  readonly title: string;
  readonly subject: string;
  /** The program that made it. */
  readonly producer: string;
  /** ISO 8601 */
  readonly createdAt: string;
}

/** The document information dictionary (ISO 32000-1, 14.3.3). */
export function informationOf({ title, subject, producer, createdAt }: DocumentDescription): string {
  const date = dateString(createdAt);
  return (
    `<</Title ${textString(title)}/Subject ${textString(subject)}/Creator ${textString(producer)}` +
    `/Producer ${textString(producer)}/CreationDate ${date}/ModDate ${date}>>`
  );
}

/** The same as XMP (14.3.2, ISO 16684-1). */
export function documentMetadata({ title, subject, producer, createdAt }: DocumentDescription): string {
  const date = `${new Date(createdAt).toISOString().slice(0, 19)}Z`;
  const inPortuguese = (text: string): string =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt>`;
  return (
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>\n' +
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n' +
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
    'xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">\n' +
    `<dc:format>application/pdf</dc:format><dc:title>${inPortuguese(title)}</dc:title>` +
    `<dc:description>${inPortuguese(subject)}</dc:description>` +
    `<dc:language><rdf:Bag><rdf:li>pt-BR</rdf:li></rdf:Bag></dc:language>` +
    `<xmp:CreatorTool>${escaped(producer)}</xmp:CreatorTool><xmp:CreateDate>${date}</xmp:CreateDate>` +
    `<xmp:ModifyDate>${date}</xmp:ModifyDate><pdf:Producer>${escaped(producer)}</pdf:Producer>\n` +
    '</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="r"?>'
  );
}

/** Text within XML 1.0, which has no control characters. */
function escaped(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/gu, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  );
}
