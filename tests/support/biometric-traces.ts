/** What must stand nowhere: a picture of a person, or the template of their face. */
export interface Secret {
  name: string;
  bytes: Uint8Array;
}

export interface Trace {
  /** Of what, and how it is written. */
  name: string;
  text: string;
}

/** Long enough to be nothing else by chance, and a multiple of the three bytes of base64's groups. */
const WINDOW = 18;
const WINDOWS = 60;
/** A grey wall is the same in every picture: repeating bytes identify no one. */
const MIN_DISTINCT = 14;

/** Pieces of a secret as they would read in a log, an event, a message or a file: as bytes, hexadecimal, base64, JSON. */
export function tracesOf({ name, bytes }: Secret): Trace[] {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const step = Math.max(1, Math.floor((content.length - WINDOW - 2) / WINDOWS));
  const traces: Trace[] = [];
  for (let at = startOf(content); at + WINDOW + 2 <= content.length; at += step) {
    const part = content.subarray(at, at + WINDOW);
    if (new Set(part).size < MIN_DISTINCT) continue;
    const written = {
      bytes: part.toString('latin1'),
      hexadecimal: part.toString('hex'),
      'upper hexadecimal': part.toString('hex').toUpperCase(),
      'JSON of bytes': [...part].join(','),
    };
    for (const [how, text] of Object.entries(written)) traces.push({ name: `${name}, ${how}`, text });
    // Where in a group of three it would begin is unknown.
    for (const phase of [0, 1, 2]) {
      const group = content.subarray(at + phase, at + phase + WINDOW - 3);
      traces.push({ name: `${name}, base64`, text: group.toString('base64') });
      traces.push({ name: `${name}, base64url`, text: group.toString('base64url') });
    }
  }
  return traces;
}

/** A template's numbers as JSON has them. */
export const numbersOf = (name: string, template: Float32Array): Trace[] =>
  [...template]
    .filter((value) => Math.abs(value) > 0.001)
    .map((value) => ({ name: `${name}, a number`, text: String(value).slice(0, 12) }));

/** What of it stands in a text, of which each letter is a byte. */
export const found = (traces: readonly Trace[], text: string): string[] => [
  ...new Set(traces.filter((trace) => text.includes(trace.text)).map(({ name }) => name)),
];

/** Tables at the beginning of a JPEG are every JPEG's: what is one's own comes after its last header (ITU-T T.81, B.2.3). */
function startOf(content: Buffer): number {
  const isJpeg = content[0] === 0xff && content[1] === 0xd8;
  return isJpeg ? content.indexOf(Buffer.from([0xff, 0xda])) + 14 : 0;
}
