import { type DrawnPage, fromInks } from './drawing-engine.ts';

/** Pages in the binary form of PPM, one after another, as programs write them to standard output. */
export function readNetpbm(bytes: Buffer): DrawnPage[] {
  const pages: DrawnPage[] = [];
  let at = 0;
  while (at < bytes.length) {
    const header = /^P6\s+(?:#[^\n]*\n\s*)*(\d+)\s+(?:#[^\n]*\n\s*)*(\d+)\s+255\s/.exec(
      bytes.toString('latin1', at, at + 200),
    );
    if (!header) throw new Error(`no PPM page at byte ${at} of ${bytes.length}`);
    const [whole, width, height] = [header[0], Number(header[1]), Number(header[2])];
    const start = at + whole.length;
    const end = start + width * height * 3;
    pages.push({ width, height, channels: 3, pixels: bytes.subarray(start, end) });
    at = end;
  }
  return pages;
}

/** Pages of four inks in PAM, one after another. */
export function readInks(bytes: Buffer): DrawnPage[] {
  const pages: DrawnPage[] = [];
  let at = 0;
  while (at < bytes.length) {
    const header = /^P7\n(?:#[^\n]*\n|[A-Z]+ [^\n]*\n)*ENDHDR\n/.exec(
      bytes.toString('latin1', at, at + 400),
    )?.[0];
    const [width = 0, height = 0, depth = 0] = ['WIDTH', 'HEIGHT', 'DEPTH'].map((key) =>
      Number(new RegExp(`\n${key} (\\d+)\n`).exec(header ?? '')?.[1] ?? 0),
    );
    if (!header || depth !== 4) throw new Error(`no PAM page of four inks at byte ${at} of ${bytes.length}`);
    const start = at + header.length;
    at = start + width * height * depth;
    pages.push(fromInks({ width, height, pixels: bytes.subarray(start, at) }));
  }
  return pages;
}
