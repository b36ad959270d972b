/** What a colour profile (ICC.1) has to say of a space: components, and what it makes of them. */

const [HEADER, ENTRY] = [132, 12];
const MAX_TAGS = 100;
/** White of D50, which profiles are made for (ICC.1, 7.2.16). */
const WHITE = [0.9642, 1, 0.8249] as const;
/** How far the sum of a display's three colours may be from that white. */
const WHITE_REACH = 0.08;
const GAMMA = { least: 1, most: 3 } as const;
const STEPS = 64;
/** Parts of the whole range that black may be above it and white below. */
const ENDS = 0.15;
/** L* between a mix of inks and what a reader without profiles makes of it: 100 % of cyan has 37. */
const LIGHTNESS_REACH = 50;

const SPACES: Readonly<Record<number, string>> = { 1: 'GRAY', 3: 'RGB ', 4: 'CMYK' };

/**
 * Whether a profile makes of each colour about what a reader without profiles does: dark stays dark. Tables with more
 * than readers agree on (mAB, D2B) are not evaluated.
 */
export function isPlainProfile(profile: Buffer, components: number): boolean {
  const tags = readTags(profile);
  if (!tags || profile.toString('latin1', 16, 20) !== SPACES[components]) return false;
  if ([...tags.keys()].some((name) => /^D2B|^B2D/.test(name))) return false;
  const tables = [...tags].filter(([name]) => /^A2B\d$/.test(name)).map(([, tag]) => tag);
  if (components === 4 && tables.length === 0) return false;
  if (!tables.every((table) => isPlainTable(table, components, profile.toString('latin1', 20, 24))))
    return false;
  if (components === 4) return true;
  const curves = components === 1 ? ['kTRC'] : ['rTRC', 'gTRC', 'bTRC'];
  const hasCurves = curves.every((name) => tags.has(name));
  if (!hasCurves) return tables.length > 0;
  if (!curves.every((name) => isRising(curveOf(tags.get(name) as Buffer)))) return false;
  return components === 1 || isWhiteSum(['rXYZ', 'gXYZ', 'bXYZ'].map((name) => tags.get(name)));
}

function readTags(profile: Buffer): Map<string, Buffer> | undefined {
  if (profile.length < HEADER || profile.toString('latin1', 36, 40) !== 'acsp') return undefined;
  const count = profile.readUInt32BE(128);
  if (count > MAX_TAGS || profile.length < HEADER + count * ENTRY) return undefined;
  const tags = new Map<string, Buffer>();
  for (let index = 0; index < count; index += 1) {
    const at = HEADER + index * ENTRY;
    const [offset, size] = [profile.readUInt32BE(at + 4), profile.readUInt32BE(at + 8)];
    const name = profile.toString('latin1', at, at + 4);
    if (size < 8 || offset + size > profile.length || tags.has(name)) return undefined;
    tags.set(name, profile.subarray(offset, offset + size));
  }
  return tags;
}

const fixed = (data: Buffer, at: number): number =>
  at + 4 <= data.length ? data.readInt32BE(at) / 65_536 : 0;

function isWhiteSum(colours: readonly (Buffer | undefined)[]): boolean {
  if (colours.some((colour) => !colour || colour.length < 20)) return false;
  const parts = (colours as Buffer[]).map((colour) => [8, 12, 16].map((at) => fixed(colour, at)));
  const isWhite = WHITE.every((part, index) => {
    const sum = parts.reduce((all, colour) => all + (colour[index] as number), 0);
    return Math.abs(sum - part) <= WHITE_REACH;
  });
  // Each of the three is light of its own: none is darker than black, none has all of it.
  return isWhite && parts.every(([, lightness = -1]) => lightness > 0 && lightness < 0.95);
}

type Curve = (input: number) => number;

function curveOf(tag: Buffer): Curve | undefined {
  const type = tag.toString('latin1', 0, 4);
  if (tag.length < 12) return undefined;
  if (type === 'curv') return sampledCurve(tag);
  return type === 'para' ? parametricCurve(tag) : undefined;
}

function sampledCurve(tag: Buffer): Curve | undefined {
  const count = tag.readUInt32BE(8);
  if (count === 0) return (input) => input;
  if (tag.length < 12 + count * 2) return undefined;
  if (count === 1) {
    const gamma = tag.readUInt16BE(12) / 256;
    return gamma < GAMMA.least || gamma > GAMMA.most ? undefined : (input) => input ** gamma;
  }
  return rising(count, (index) => tag.readUInt16BE(12 + index * 2) / 65_535);
}

function rising(count: number, at: (index: number) => number): Curve | undefined {
  let before = at(0);
  for (let index = 1; index < count; index += 1) {
    const value = at(index);
    if (value < before) return undefined;
    before = value;
  }
  return (input) => {
    const place = Math.min(Math.max(input, 0), 1) * (count - 1);
    const low = Math.floor(place);
    return at(low) + (place - low) * (at(Math.min(low + 1, count - 1)) - at(low));
  };
}

/** ICC.1, 10.18: five functions, each with more parameters than the one before. */
function parametricCurve(tag: Buffer): Curve | undefined {
  const kind = tag.readUInt16BE(8);
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from(
    { length: [1, 3, 4, 5, 7][kind] ?? 0 },
    (_, index) => fixed(tag, 12 + index * 4),
  );
  if (kind > 4 || g < GAMMA.least || g > GAMMA.most) return undefined;
  const power = (input: number): number => Math.max(0, a * input + b) ** g;
  if (kind === 0) return (input) => input ** g;
  if (kind === 1) return (input) => (input >= -b / a ? power(input) : 0);
  if (kind === 2) return (input) => (input >= -b / a ? power(input) + c : c);
  if (kind === 3) return (input) => (input >= d ? power(input) : c * input);
  return (input) => (input >= d ? power(input) + e : c * input + f);
}

function isRising(curve: Curve | undefined): boolean {
  if (!curve || curve(0) > ENDS || curve(1) < 1 - ENDS) return false;
  let before = curve(0);
  for (let step = 1; step <= STEPS; step += 1) {
    const value = curve(step / STEPS);
    if (!(value >= before - 1e-6)) return false;
    before = value;
  }
  return true;
}

/** A table of mixes (lut8Type, lut16Type: ICC.1, 10.10 and 10.11), every mix of it looked at. */
function isPlainTable(tag: Buffer, components: number, connection: string): boolean {
  const type = tag.toString('latin1', 0, 4);
  const bytes = type === 'mft1' ? 1 : type === 'mft2' ? 2 : 0;
  if (bytes === 0 || tag.length < 52 || connection !== 'Lab ') return false;
  const [inputs, outputs, grid] = [tag.readUInt8(8), tag.readUInt8(9), tag.readUInt8(10)];
  if (inputs !== components || outputs !== 3 || grid < 2) return false;
  const [inputCount, outputCount] = bytes === 1 ? [256, 256] : [tag.readUInt16BE(48), tag.readUInt16BE(50)];
  const start = bytes === 1 ? 48 : 52;
  const mixes = start + inputs * inputCount * bytes;
  const curves = mixes + grid ** inputs * outputs * bytes;
  if (inputCount < 2 || outputCount < 2 || tag.length < curves + outputs * outputCount * bytes) return false;
  const at = (offset: number): number =>
    bytes === 1 ? tag.readUInt8(offset) / 255 : tag.readUInt16BE(offset) / 65_535;
  for (let input = 0; input < inputs; input += 1) {
    const first = start + input * inputCount * bytes;
    if (!isRising(rising(inputCount, (index) => at(first + index * bytes)))) return false;
  }
  const lightness = rising(outputCount, (index) => at(curves + index * bytes));
  if (!lightness) return false;
  for (let mix = 0; mix < grid ** inputs; mix += 1) {
    // 16 bits have white at FF00h (ICC.1, 10.10).
    const made = lightness(at(mixes + mix * outputs * bytes)) * (bytes === 2 ? 65_535 / 65_280 : 1) * 100;
    if (Math.abs(made - plainLightness(mix, grid, inputs)) > LIGHTNESS_REACH) return false;
  }
  return true;
}

/** L* of a mix as a reader without profiles makes it; the last component of a table changes first. */
function plainLightness(mix: number, grid: number, inputs: number): number {
  const parts: number[] = [];
  for (let rest = mix, input = 0; input < inputs; input += 1, rest = Math.floor(rest / grid))
    parts.unshift((rest % grid) / (grid - 1));
  const [a = 0, b = a, c = a, d = 0] = parts;
  const [red, green, blue] = inputs === 4 ? [a, b, c].map((ink) => (1 - ink) * (1 - d)) : [a, b, c];
  const luminance = 0.2126 * (red ?? 0) ** 2.2 + 0.7152 * (green ?? 0) ** 2.2 + 0.0722 * (blue ?? 0) ** 2.2;
  return luminance > 0.008_856 ? 116 * Math.cbrt(luminance) - 16 : 903.3 * luminance;
}
