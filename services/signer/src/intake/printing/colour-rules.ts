import { isDict, resolveJson, type Json, type JsonDict, type Lookup } from '../pdf/pdf-json.ts';
import type { PdfFunction, PdfFunctions } from './content/functions.ts';
import type { IccProfiles } from './icc-profiles.ts';
import type { PrintRule } from './print-rule.ts';

/**
 * Colours that a device with inks of its own makes otherwise than a screen does (ISO 32000-2, 8.6). The
 * alternate defines the colour of an ink that the device lacks: so inks that a device may have get a name that it does
 * not know.
 */
export interface EvenColour {
  readonly space: Json[];
  readonly differs: boolean;
}

/** Inks of devices (8.6.6.4): they are used as they are, whatever the alternate says. */
const PROCESS = new Set('Cyan Magenta Yellow Black Red Green Blue Gray'.split(' ').map((name) => `/${name}`));
/** All inks, and none. */
const SPECIAL = new Set(['/All', '/None']);
const PREFIX = '/Alternate.';
/** A tint in between may be another: enough for gradations, which have 256. */
const STEPS = 256;
/** Of a colour's parts: inks are mixed by every program in its own way. */
const NEARLY = 0.35;

type Rgb = readonly [number, number, number];

/** The colour space as every device draws it alike; the very same value when it does. */
export function evenColourSpace(space: Json[], lookup: Lookup, functions: PdfFunctions): EvenColour {
  const [family, names, alternate = null] = space.map((item) => resolveJson(item, lookup));
  if (family === '/Separation' && typeof names === 'string' && isDeviceInk(names)) {
    const differs = names === '/None' || !isNatural(names, alternate, functions.at(space[3] ?? null), lookup);
    return { space: ['/Separation', renamed(names), ...space.slice(2, 4)], differs };
  }
  if (family !== '/DeviceN' || !Array.isArray(names)) return { space, differs: false };
  const inks = names.map((name) => resolveJson(name, lookup));
  if (!inks.some((ink) => typeof ink === 'string' && isDeviceInk(ink)))
    // The attributes let a device mix inks by other rules than the alternate's (8.6.6.5).
    return { space: space.length > 4 ? space.slice(0, 4) : space, differs: false };
  const even = inks.map((ink) => (typeof ink === 'string' ? renamed(ink) : ink));
  const differs = !isNaturalMix(inks, alternate, functions.at(space[3] ?? null), lookup);
  return { space: ['/DeviceN', even, ...space.slice(2, 4)], differs };
}

const isDeviceInk = (name: string): boolean => PROCESS.has(name) || SPECIAL.has(name);
const renamed = (name: string): string => (isDeviceInk(name) ? `${PREFIX}${name.slice(1)}` : name);

/** Whether an ink's alternate is about the colour that the ink has on a device. */
function isNatural(name: string, alternate: Json, tint: PdfFunction | undefined, lookup: Lookup): boolean {
  if (!tint) return false;
  for (let step = 0; step <= STEPS; step += 1) {
    const amount = step / STEPS;
    const colour = toRgb(tint([amount]), alternate, lookup);
    if (!colour || !isNear(colour, inkColour([[name, amount]]))) return false;
  }
  return true;
}

/** Of several inks: each by itself, none and all of them. A mix with an ink of its own colour is left to the alternate. */
function isNaturalMix(
  inks: readonly Json[],
  alternate: Json,
  tint: PdfFunction | undefined,
  lookup: Lookup,
): boolean {
  const known = inks.map((ink) => typeof ink === 'string' && PROCESS.has(ink));
  if (!tint || inks.includes('/All')) return false;
  if (inks.every((ink) => ink === '/None')) return false;
  const amounts = [
    inks.map(() => 0),
    ...inks.map((_, at) => inks.map((_ink, index) => (index === at ? 1 : 0))),
  ];
  return amounts.every((each, index) => {
    if (index > 0 && !known[index - 1]) return true;
    const colour = toRgb(tint(each), alternate, lookup);
    const mixed = inkColour(
      inks.map((ink, at) => [typeof ink === 'string' ? ink : '', each[at] ?? 0] as const),
    );
    return colour !== undefined && isNear(colour, mixed);
  });
}

const isNear = (one: Rgb, other: Rgb): boolean =>
  one.every((part, index) => Math.abs(part - (other[index] as number)) <= NEARLY);

const TAKES: Readonly<Record<string, Rgb>> = {
  '/Cyan': [1, 0, 0],
  '/Magenta': [0, 1, 0],
  '/Yellow': [0, 0, 1],
  '/Black': [1, 1, 1],
  '/Gray': [1, 1, 1],
  '/All': [1, 1, 1],
  '/Red': [0, 1, 1],
  '/Green': [1, 0, 1],
  '/Blue': [1, 1, 0],
};

/** What is left of white, roughly, once inks have taken theirs. */
function inkColour(inks: readonly (readonly [string, number])[]): Rgb {
  const left: [number, number, number] = [1, 1, 1];
  for (const [name, amount] of inks)
    for (const [index, takes] of (TAKES[name] ?? []).entries())
      left[index] = (left[index] as number) * (1 - takes * amount);
  return left;
}

function toRgb(parts: readonly number[] | undefined, alternate: Json, lookup: Lookup): Rgb | undefined {
  if (!parts) return undefined;
  const [family, parameter] = Array.isArray(alternate)
    ? alternate.map((item) => resolveJson(item, lookup))
    : [alternate];
  const count = isDict(parameter ?? null)
    ? resolveJson((parameter as JsonDict)['/N'] ?? null, lookup)
    : undefined;
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  if (family === '/DeviceGray' || family === '/CalGray' || count === 1) return [a, a, a];
  if (family === '/DeviceRGB' || family === '/CalRGB' || count === 3) return [a, b, c];
  if (family === '/DeviceCMYK' || count === 4)
    return [(1 - a) * (1 - d), (1 - b) * (1 - d), (1 - c) * (1 - d)];
  return undefined;
}

/** Colours by measure (8.6.5): what a reader without profiles shows is about the same, or the device's own stand in for them. */
export function evenMeasuredSpace(space: Json[], lookup: Lookup, profiles: IccProfiles): Json {
  const [family, parameter = null] = space.map((item) => resolveJson(item, lookup));
  if (family === '/ICCBased') {
    const components = profiles.componentsOf(space[1] ?? null);
    if (components === undefined) return space;
    return profiles.isPlain(space[1] ?? null, components) ? space : (DEVICE_SPACES[components] ?? space);
  }
  if (!isDict(parameter)) return space;
  if (family === '/CalGray') return hasUsualGamma(parameter, lookup) ? space : '/DeviceGray';
  if (family === '/CalRGB')
    return hasUsualGamma(parameter, lookup) && addsUpToWhite(parameter, lookup) ? space : '/DeviceRGB';
  if (family !== '/Lab' || isWhite(numbers(parameter, '/WhitePoint', lookup))) return space;
  return ['/Lab', { ...parameter, '/WhitePoint': [0.9642, 1, 0.8249] }];
}

const DEVICE_SPACES: Readonly<Record<number, Json>> = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' };

function numbers(dict: JsonDict, key: string, lookup: Lookup): number[] | undefined {
  const value = resolveJson(dict[key] ?? null, lookup);
  const list = (Array.isArray(value) ? value : [value]).map((each) => resolveJson(each, lookup));
  return list.every((each) => typeof each === 'number') ? list : undefined;
}

const hasUsualGamma = (dict: JsonDict, lookup: Lookup): boolean =>
  (numbers(dict, '/Gamma', lookup) ?? [1]).every((gamma) => gamma >= 1 && gamma <= 3);

/** Any of those that are in use, from tungsten to a blue sky. */
const isWhite = ([x = 0, y = 0, z = 0]: readonly number[] = []): boolean =>
  y === 1 && x > 0.9 && x < 1.1 && z > 0.3 && z < 1.3;

/** How far the three colours of a display may be from its white. */
const WHITE_REACH = 0.1;

function addsUpToWhite(dict: JsonDict, lookup: Lookup): boolean {
  const white = numbers(dict, '/WhitePoint', lookup);
  const matrix = numbers(dict, '/Matrix', lookup);
  if (!white || !matrix || matrix.length !== 9 || !isWhite(white)) return false;
  const sums = [0, 1, 2].map((row) =>
    [0, 3, 6].reduce((sum, column) => sum + (matrix[column + row] as number), 0),
  );
  const isBright = [1, 4, 7].every((index) => (matrix[index] as number) > 0);
  return isBright && sums.every((sum, index) => Math.abs(sum - (white[index] as number)) <= WHITE_REACH);
}

/** Readers that do not know the profile would use what stands here (8.6.5.5); its components say which device's it is. */
export const PROFILE_ALTERNATES: PrintRule = {
  name: 'profile-alternates',
  apply: (dict) => ('/N' in dict && '/Length' in dict ? without(dict, ['/Alternate']) : dict),
  shows: () => false,
};

const always = (): boolean => true;

const SPACES = ['/DefaultGray', '/DefaultRGB', '/DefaultCMYK'];
const CALIBRATED: ReadonlySet<Json> = new Set(['/ICCBased', '/CalGray', '/CalRGB']);

/** Colour spaces that some readers use in place of a device's and others do not (8.6.5.6). */
export const DEFAULT_SPACES: PrintRule = {
  name: 'default-colour-spaces',
  apply: (dict) => without(dict, SPACES),
  shows: (dict, { lookup }) =>
    SPACES.some((key) => {
      const space = resolveJson(dict[key] ?? null, lookup);
      return Array.isArray(space) && !CALIBRATED.has(resolveJson(space[0] ?? null, lookup));
    }),
};

const MIXES_LIGHT: ReadonlySet<Json> = new Set(['/DeviceRGB', '/CalRGB', null]);

/** Whether readers that know the colours of a group blend in others than those of the screen. */
function blendsOtherwise(group: JsonDict, lookup: Lookup): boolean {
  const space = resolveJson(group['/CS'] ?? null, lookup);
  const [family = null, parameter = null] = (Array.isArray(space) ? space : [space]).map((item) =>
    resolveJson(item, lookup),
  );
  const count = isDict(parameter) ? resolveJson(parameter['/N'] ?? null, lookup) : undefined;
  return !MIXES_LIGHT.has(family) && count !== 3;
}

/**
 * Some readers blend in the colours that a group names, others always in those of the screen (11.3.4). A mask's group is
 * what its lightness is taken from (11.5.3): one without a group, or without colours, is drawn by some and not by others.
 */
export const GROUP_COLOURS: PrintRule = {
  name: 'group-colours',
  apply(dict, { lookup, mask }) {
    const group = resolveJson(dict['/Group'] ?? null, lookup);
    const own = isDict(group) ? group : {};
    if (mask) {
      if ('/CS' in own) return dict;
      return { ...dict, '/Group': { '/S': '/Transparency', ...own, '/CS': '/DeviceGray' } };
    }
    if (!('/CS' in own) || own['/CS'] === '/DeviceRGB' || !blendsOtherwise(own, lookup)) return dict;
    return { ...dict, '/Group': { ...own, '/CS': '/DeviceRGB' } };
  },
  shows: always,
};

function without(dict: JsonDict, keys: readonly string[]): JsonDict {
  if (!keys.some((key) => key in dict)) return dict;
  return Object.fromEntries(Object.entries(dict).filter(([key]) => !keys.includes(key)));
}
