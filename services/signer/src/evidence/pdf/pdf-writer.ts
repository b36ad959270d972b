import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** Number of an indirect object; all have generation 0. */
export type ObjectNumber = number;

export const refTo = (num: ObjectNumber): string => `${num} 0 R`;

/** A number as PDF writes it: no exponent, no more places than a printer can show. */
export function numeral(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Words that a reader which rebuilds a file would find in a literal: the reader of seals refuses them there. */
const SYNTAX = /obj|endstream|trailer|xref|%PDF/;

/** A text string (ISO 32000-1, 7.9.2.2): a literal when ASCII will do, else UTF-16BE with its mark. */
export function textString(text: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/^[\x20-\x7e]*$/.test(text) && !SYNTAX.test(text))
    return `(${text.replaceAll(/[\\()]/g, String.raw`\$&`)})`;
  return `<${Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('hex').toUpperCase()}>`;
}

/** `D:20261121143013Z` (7.9.4) */
export const dateString = (instant: string): string =>
  `(D:${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z)`;

/**
 * Writes a PDF of one revision with a plain cross-reference table. The same objects give the same bytes: no clock and
 * no chance has a part in it.
 */
export class PdfWriter {
  readonly #bodies: (Buffer | undefined)[] = [];

  /** Takes a number for an object that is written later. */
  reserve(): ObjectNumber {
    return this.#bodies.push(undefined);
  }

  write(num: ObjectNumber, body: string): void {
    this.#bodies[num - 1] = Buffer.from(body, 'latin1');
  }

  add(body: string): ObjectNumber {
    const num = this.reserve();
    this.write(num, body);
    return num;
  }

  /** Writes a stream; `entries` are those of its dictionary but Length and Filter. */
  addStream(entries: string, data: Uint8Array): ObjectNumber {
    return this.addEncodedStream(`${entries}/Filter/FlateDecode`, deflateSync(data));
  }

  /** As {@link addStream}, of data that is encoded already. */
  addEncodedStream(entries: string, data: Uint8Array): ObjectNumber {
    const head = Buffer.from(`<<${entries}/Length ${data.length}>>\nstream\n`, 'latin1');
    return this.#bodies.push(Buffer.concat([head, data, Buffer.from('\nendstream')]));
  }

  /**
   * The whole file.
   *
   * @throws Error when a reserved object was never written
   */
  finish(root: ObjectNumber, info: ObjectNumber): Buffer {
    const parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
    let length = parts[0]?.length ?? 0;
    let rows = '0000000000 65535 f \n';
    this.#bodies.forEach((body, index) => {
      if (!body) throw new Error(`object ${index + 1} was reserved and not written`);
      rows += `${String(length).padStart(10, '0')} 00000 n \n`;
      const head = Buffer.from(`${index + 1} 0 obj\n`);
      const foot = Buffer.from('\nendobj\n');
      parts.push(head, body, foot);
      length += head.length + body.length + foot.length;
    });
    const id = createHash('sha256').update(Buffer.concat(parts)).digest('hex').slice(0, 32);
    const size = this.#bodies.length + 1;
    const trailer = `<</Size ${size}/Root ${refTo(root)}/Info ${refTo(info)}/ID[<${id}><${id}>]>>`;
    parts.push(
      Buffer.from(`xref\n0 ${size}\n${rows}trailer\n${trailer}\nstartxref\n${length}\n%%EOF\n`, 'latin1'),
    );
    return Buffer.concat(parts);
  }
}
