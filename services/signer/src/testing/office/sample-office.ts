import { crc32 } from 'node:zlib';

/** A zip archive with its entries stored (PKWARE APPNOTE 4.3). */
export function zipOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = Buffer.from(text as string);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, Buffer.from(name), data]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, place, Buffer.from(name)]),
    );
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

/** A text document with one paragraph (ODF 1.3). */
export function odtFile(paragraph: string): Buffer {
  const mediaType = 'application/vnd.oasis.opendocument.text';
  const office = 'urn:oasis:names:tc:opendocument:xmlns:office:1.0';
  const text = 'urn:oasis:names:tc:opendocument:xmlns:text:1.0';
  const manifest = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0';
  return zipOf({
    mimetype: mediaType,
    'content.xml':
      `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="${office}" xmlns:text="${text}" ` +
      `office:version="1.3"><office:body><office:text><text:p>${paragraph}</text:p></office:text></office:body>` +
      `</office:document-content>`,
    'META-INF/manifest.xml':
      `<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="${manifest}" manifest:version="1.3">` +
      `<manifest:file-entry manifest:full-path="/" manifest:media-type="${mediaType}"/>` +
      `<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
  });
}
