import { deflateSync } from 'node:zlib';

import type { RevisionWriter } from '@lacre/pades';

import { SMALL_JPEG } from '../fixtures/small-jpeg.ts';
import { attacks, type Attack } from './attack.ts';
import { BOX, drawn, part, TILE, TILED } from './stamped-otherwise.ts';

const FILL = '0 0 200 50 re f';
const GROUP = '/Group << /S /Transparency /I true >>';

/** A form that draws this, with these resources. */
const formOf = (writer: RevisionWriter, data: string, resources = '', keys = BOX): string =>
  part(writer, `${keys} /Resources << ${resources} >>`, data);

/** Each part leads twice to the one before it, this many deep: two to that power for a reader that reads each anew. */
function doubled(levels: number, first: string, next: (before: string) => string): string {
  let last = first;
  for (let level = 0; level < levels; level += 1) last = next(last);
  return last;
}

const tiled = (tile: (writer: RevisionWriter) => string, draw = TILED): Attack['make'] =>
  drawn(draw, (writer) => `/Pattern << /X ${tile(writer)} >>`);

const shaded = (shading: (writer: RevisionWriter) => string, times = 1): Attack['make'] =>
  drawn('/S sh\n'.repeat(times), (writer) => `/Shading << /S ${shading(writer)} >>`);
const AXIAL = '/ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 99 0]';
const LINEAR = '<< /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >>';

const SMALL = '/Width 8 /Height 8 /BitsPerComponent 8 /ColorSpace /DeviceGray';
const pictured = (keys: string, data: Buffer): Attack['make'] =>
  drawn('/I Do', (writer) => {
    const body = Buffer.from(`<< /Subtype /Image ${keys} /Length ${data.length} >>\nstream\n`, 'latin1');
    const picture = writer.add(Buffer.concat([body, data, Buffer.from('\nendstream')]));
    return `/XObject << /I ${picture.num} 0 R >>`;
  });

/** The small JPEG with another height and width in its frame header (ITU-T T.81, B.2.2). */
function saidToBe(side: number): Buffer {
  const jpeg = Buffer.from(SMALL_JPEG);
  const frame = jpeg.findIndex(
    (byte, at) => byte === 0xff && (jpeg[at + 1] === 0xc0 || jpeg[at + 1] === 0xc2),
  );
  jpeg.writeUInt16BE(side, frame + 5);
  jpeg.writeUInt16BE(side, frame + 7);
  return jpeg;
}

/** Stamps that are small and drawn for ever, or with so much memory that a reader gives up the page. */
export const STAMPED_WITHOUT_END: readonly Attack[] = attacks('sneaky signature', {
  'a stamp of forms that each draw another twice': drawn('/X Do', (writer) => {
    const last = doubled(24, formOf(writer, FILL), (before) =>
      formOf(writer, '/X Do /X Do', `/XObject << /X ${before} >>`),
    );
    return `/XObject << /X ${last} >>`;
  }),
  'a stamp that draws one group ten thousand times': drawn('/X Do\n'.repeat(10_000), (writer) => {
    return `/XObject << /X ${formOf(writer, FILL, '', `${BOX} ${GROUP}`)} >>`;
  }),
  'a stamp that draws one large picture a thousand times': drawn('/X Do\n'.repeat(1000), (writer) => {
    const size = '/Width 6000 /Height 6000 /ColorSpace /DeviceGray /BitsPerComponent 8';
    return `/XObject << /X ${part(writer, `/Subtype /Image ${size}`, '')} >>`;
  }),
  'a stamp that is masked ten thousand times': drawn(`q /G gs ${FILL} Q\n`.repeat(10_000), (writer) => {
    const group = formOf(writer, FILL, '', `${BOX} /Group << /S /Transparency /CS /DeviceGray >>`);
    return `/ExtGState << /G << /SMask << /S /Luminosity /G ${group} >> >> >>`;
  }),
  'a stamp of tiles in tiles': tiled((writer) => {
    const inner = part(writer, TILE, '0 0 5 5 re f');
    return part(writer, `${TILE} /Resources << /Pattern << /X ${inner} >> >>`, TILED);
  }),
  'a stamp of tiles with groups in them': tiled((writer) => {
    const group = formOf(writer, FILL, '', `${BOX} ${GROUP}`);
    return part(writer, `${TILE} /Resources << /XObject << /Y ${group} >> >>`, '/Y Do');
  }),
  'a stamp whose form takes tiles of the form around it': drawn('/Pattern cs /X scn /Y Do', (writer) => {
    const tile = part(writer, TILE, '0 0 1 1 re f '.repeat(100));
    const inner = formOf(writer, `${FILL}\n`.repeat(1000));
    return `/Pattern << /X ${tile} >> /XObject << /Y ${inner} >>`;
  }),
  'a stamp of a thousand tiles a thousand times': tiled(
    (writer) => part(writer, TILE, '0 0 1 1 re f '.repeat(20)),
    `/Pattern cs /X scn ${`${FILL}\n`.repeat(1000)}`,
  ),
  'a stamp of tiles that are made small': tiled((writer) =>
    part(writer, `${TILE} /Matrix [.0001 0 0 .0001 0 0]`, '0 0 9 9 re f'),
  ),
  'a stamp of tiles that are made slanted': tiled((writer) =>
    part(writer, `${TILE} /Matrix [1 1 1 1.0001 0 0]`, '0 0 9 9 re f'),
  ),
  'a stamp of tiles upon one another': tiled((writer) =>
    part(writer, TILE.replace('[0 0 9 9]', '[0 0 9000 9000]'), '0 0 9 9 re f'),
  ),
  'a stamp of one tile as large as memory': tiled((writer) => {
    const tile = TILE.replace('[0 0 9 9]', '[0 0 30000 30000]').replaceAll('Step 9', 'Step 30000');
    return part(writer, tile, '0 0 9 9 re f');
  }),
  'a stamp of tiles in a form that is a point of itself': drawn('/Y Do', (writer) => {
    const tile = part(writer, TILE, '0 0 1 1 re f');
    const box = BOX.replace('[0 0 200 50]', '[0 0 30000 30000]');
    const inner = formOf(writer, '/Pattern cs /X scn 0 0 30000 30000 re f', `/Pattern << /X ${tile} >>`, box);
    return `/XObject << /Y ${inner} >>`;
  }),
  'a stamp of one letter that is a page of lines, ten thousand times': drawn(
    `BT /T 10 Tf (${'a'.repeat(10_000)}) Tj ET`,
    (writer) => {
      const proc = part(writer, '', `500 0 d0 ${'0 0 9 9 re f '.repeat(1000)}`);
      const names = `/Encoding << /Differences [97 /a] >> /CharProcs << /a ${proc} >>`;
      const widths = '/FirstChar 97 /LastChar 97 /Widths [1]';
      return `/Font << /T << /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.1 0 0 .1 0 0] ${names} ${widths} >> >>`;
    },
  ),
  'a stamp of a letter with a form in it': drawn('BT /T 10 Tf (a) Tj ET', (writer) => {
    const resources = `/Resources << /XObject << /X ${formOf(writer, FILL)} >> >>`;
    const proc = part(writer, '', '500 0 d0 /X Do');
    const names = `/Encoding << /Differences [97 /a] >> /CharProcs << /a ${proc} >>`;
    const widths = '/FirstChar 97 /LastChar 97 /Widths [500]';
    return `/Font << /T << /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.1 0 0 .1 0 0] ${names} ${widths} ${resources} >> >>`;
  }),
  'a stamp of dashes too short to count': drawn('[.00001] 0 d 0 0 m 200 50 l S'),
  'a stamp of dashes without length': drawn('[0 0] 0 d 0 0 m 200 50 l S'),
  'a stamp of dashes with a length below nothing': drawn('[3 -2.99999] 0 d 0 0 m 200 50 l S'),
  'a stamp of dashes that a state of its own sets': drawn(
    '/G gs 0 0 m 200 50 l S',
    () => '/ExtGState << /G << /D [[.00001] 0] >> >>',
  ),
  'a stamp of dashes on lines that are made long': drawn('[1] 0 d 0 0 m 32000 32000 l S\n'.repeat(1000)),
  'a stamp of numbers that no reader computes with': drawn(`99999999999 0 0 99999999999 0 0 cm ${FILL}`),
  'a stamp of a picture on a far larger place': drawn('999999 0 0 999999 0 0 cm /X Do', (writer) => {
    const size = '/Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8';
    return `/XObject << /X ${part(writer, `/Subtype /Image ${size}`, 'x')} >>`;
  }),
  'a stamp that names what the form around it has': drawn('/X Do', (writer) => {
    return `/XObject << /X ${formOf(writer, '/X Do /X Do')} >>`;
  }),
  'a stamp of functions that are each made of another twice': shaded((writer) => {
    const first = `${writer.add(LINEAR).num} 0 R`;
    const keys = '/FunctionType 3 /Domain [0 1] /Bounds [.5] /Encode [0 1 0 1]';
    const last = doubled(
      24,
      first,
      (before) => `${writer.add(`<< ${keys} /Functions [${before} ${before}] >>`).num} 0 R`,
    );
    return `<< ${AXIAL} /Function ${last} >>`;
  }),
  'a stamp that is shaded ten thousand times': shaded(() => `<< ${AXIAL} /Function ${LINEAR} >>`, 10_000),
  'a stamp whose picture has rows of billions': pictured(
    `${SMALL} /Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 2000000000 /Colors 4 >>`,
    deflateSync(Buffer.alloc(64)),
  ),
  'a stamp whose small picture unpacks to gigabytes': pictured(
    `${SMALL} /Filter /FlateDecode`,
    deflateSync(Buffer.alloc(50_000_000)),
  ),
  'a stamp whose picture is packed in itself': pictured(
    `${SMALL} /Filter [/FlateDecode /FlateDecode]`,
    deflateSync(deflateSync(Buffer.alloc(64))),
  ),
  'a stamp shaded by a table of billions': shaded((writer) => {
    const table = '/FunctionType 0 /Domain [0 1] /Range [0 1] /Size [2000000000] /BitsPerSample 32';
    return `<< ${AXIAL} /Function ${part(writer, table, 'x')} >>`;
  }),
  'a stamp shaded by a table of thousands by thousands': shaded((writer) => {
    const table = '/FunctionType 0 /Domain [0 1 0 1] /Range [0 1] /Size [60000 60000] /BitsPerSample 8';
    return `<< /ShadingType 1 /ColorSpace /DeviceGray /Function ${part(writer, table, 'x')} >>`;
  }),
  'a stamp shaded by a mesh of one endless row': shaded((writer) => {
    const bits = '/BitsPerCoordinate 8 /BitsPerComponent 8 /Decode [0 99 0 99 0 1]';
    return part(
      writer,
      `/ShadingType 5 /VerticesPerRow 2000000000 /ColorSpace /DeviceGray ${bits}`,
      'x'.repeat(900),
    );
  }),
  'a stamp shaded by patches far beyond it': shaded((writer) => {
    const bits =
      '/BitsPerFlag 8 /BitsPerCoordinate 8 /BitsPerComponent 8 /Decode [-9999 9999 -9999 9999 0 1]';
    return part(writer, `/ShadingType 6 /ColorSpace /DeviceGray ${bits}`, `\0${'abcdefgh'.repeat(300)}`);
  }),
  'a stamp with a halftone of no screen': drawn(`/G gs .5 g ${FILL}`, (writer) => {
    const halftone = part(writer, '/Type /Halftone /HalftoneType 6 /Width 60000 /Height 60000', 'x');
    return `/ExtGState << /G << /HT ${halftone} >> >>`;
  }),
  'a stamp with other tones on paper': drawn(`/G gs .5 g ${FILL}`, (writer) => {
    const inverted = part(writer, '/FunctionType 4 /Domain [0 1] /Range [0 1]', '{1 exch sub}');
    return `/ExtGState << /G << /TR ${inverted} >> >>`;
  }),
  'a stamp whose small picture is a JPEG of gigabytes': pictured(
    '/Width 8 /Height 8 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
    saidToBe(60_000),
  ),
});
