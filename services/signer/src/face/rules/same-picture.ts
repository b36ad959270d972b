/** Fields along each side of a thumbprint; see `Look`. */
export const THUMBPRINT_SIZE = 32;
/**
 * How far two thumbprints are apart, up to which they are one picture, in parts of the picture's own contrast. Measured:
 * written anew, half the size, brighter, darker, without colour or mirrored, a picture stays below 0.0445; a face that
 * moves by one pixel of 640 in a room that stands still is at 0.047 and more, by two at 0.09. That people before a camera
 * move at least so much is taken for granted: there were none to measure it on.
 */
const SAME = 0.045;
/** Of all fields, those that differ most: a face is a small part of a room that stands still. */
const LOOKED_AT = 1 / 8;

/** Whether one picture is the other, whatever its encoding, size and light, and also as in a mirror. */
export function isSamePicture(one: Uint8Array, other: Uint8Array): boolean {
  const [seen, known] = [evened(one), evened(other)];
  return apart(seen, known) <= SAME || apart(seen, mirrored(known)) <= SAME;
}

/** Without what light and contrast add. */
function evened(thumbprint: Uint8Array): Float32Array {
  const fields = Float32Array.from(thumbprint);
  const mean = fields.reduce((sum, field) => sum + field, 0) / fields.length;
  const variance = fields.reduce((sum, field) => sum + (field - mean) ** 2, 0) / fields.length;
  const deviation = Math.sqrt(variance) || 1;
  return fields.map((field) => (field - mean) / deviation);
}

const mirrored = (fields: Float32Array): Float32Array =>
  fields.map((_, at) => {
    const column = at % THUMBPRINT_SIZE;
    return fields[at - column + THUMBPRINT_SIZE - 1 - column] ?? 0;
  });

function apart(one: Float32Array, other: Float32Array): number {
  const differences = one.map((field, at) => Math.abs(field - (other[at] ?? 0))).toSorted();
  const most = differences.subarray(Math.floor(differences.length * (1 - LOOKED_AT)));
  return most.reduce((sum, difference) => sum + difference, 0) / most.length;
}
