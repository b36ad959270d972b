import { signedLater } from '@lacre/pades-lab/fixtures/later-revision';

const RED = '1 0 0 rg 0 0 200 50 re f';

/** The file, signed by a stranger with a red stamp on its first page. @param rect in units of the page */
export const stampedPdf = (file: Uint8Array, rect: string): Promise<Buffer> =>
  signedLater(file, {
    rect,
    flags: 4,
    field: (writer) => {
      const keys = '/Type /XObject /Subtype /Form /BBox [0 0 200 50] /Resources << >>';
      const drawn = writer.add(`<< ${keys} /Length ${RED.length} >>\nstream\n${RED}\nendstream`);
      return `/AP << /N ${drawn.num} 0 R >>`;
    },
  });
