/** A part of a file: an object's body, or its dictionary and data. */
export type RawObject = string | { dict: string; data: Buffer };

export interface RawPdfOptions {
  header?: string;
  /** Instead of `/Root 1 0 R`. */
  trailer?: string;
  size?: number;
}

export function rawObject(num: number, object: RawObject): Buffer {
  if (typeof object === 'string') return Buffer.from(`${num} 0 obj\n${object}\nendobj\n`, 'latin1');
  const { dict, data } = object;
  return Buffer.concat([
    Buffer.from(`${num} 0 obj\n<< /Length ${data.length} ${dict} >>\nstream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
}

/** A PDF of these objects, numbered from 1, with a classic cross-reference table; nothing about them is checked. */
export function rawPdf(objects: readonly RawObject[], options: RawPdfOptions = {}): Buffer {
  const { header = '%PDF-1.7\n', trailer = '/Root 1 0 R', size = objects.length + 1 } = options;
  const parts: Buffer[] = [Buffer.from(header, 'latin1')];
  let offset = parts[0]?.length ?? 0;
  const rows = objects.map((object, index) => {
    const part = rawObject(index + 1, object);
    parts.push(part);
    const row = `${String(offset).padStart(10, '0')} 00000 n \n`;
    offset += part.length;
    return row;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`;
  parts.push(Buffer.from(`${table}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${offset}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** Catalog, page tree and one page, whose content is object 4. */
export const ONE_PAGE: readonly string[] = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
];

/** A PDF of one page with this content stream, and more objects after it. */
export const onePage = (content: RawObject, ...more: RawObject[]): Buffer =>
  rawPdf([...ONE_PAGE, content, ...more]);

/** A PDF of one page, whose catalog and page say more. */
export function armedWith(parts: {
  catalog?: string;
  page?: string;
  objects?: readonly RawObject[];
}): Buffer {
  const { catalog = '', page = '', objects = [] } = parts;
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ${page} >>`,
    { dict: '', data: Buffer.from('0 0 m 100 100 l S') },
    ...objects,
  ]);
}

/** A cross-reference stream section over objects that lie at these offsets (0: free; [container, index]: compressed). */
export function xrefStream(
  num: number,
  places: readonly (number | readonly [number, number])[],
  extra: string,
): Buffer {
  const rows = places.map((place) => {
    const row = Buffer.alloc(7);
    if (typeof place === 'number') {
      row.writeUInt8(place === 0 ? 0 : 1, 0);
      row.writeUInt32BE(place, 1);
    } else {
      row.writeUInt8(2, 0);
      row.writeUInt32BE(place[0], 1);
      row.writeUInt16BE(place[1], 5);
    }
    return row;
  });
  return rawObject(num, {
    dict: `/Type /XRef /W [1 4 2] /Size ${places.length} ${extra}`,
    data: Buffer.concat(rows),
  });
}
