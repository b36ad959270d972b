/**
 * The shades that one colour of a tenant's becomes, light and dark, each as near to it as contrast allows: text at
 * least 4.5:1 (WCAG 2.2, 1.4.3), marks and outlines 3:1 (1.4.11). They take the places of the style sheet's own.
 */

/** Names of the style sheet's colours that a tenant's colour replaces. */
const SHADES = [
  'primary',
  'primary-fill',
  'primary-fill-hover',
  'primary-ink',
  'primary-soft',
  'primary-line',
] as const;
export type Shade = (typeof SHADES)[number];
export type Shades = Readonly<Record<Shade, string>>;

/** What the shades stand on; the values of `styles.css`, the least favourable of each theme. */
const GROUNDS = { light: '#efeff5', dark: '#22222c' } as const;
const WHITE = '#ffffff';
/** A little more than asked for, against rounding. */
const TEXT = 4.6;
const MARK = 3.1;
const STEP = 0.005;

interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

type Rgb = readonly [number, number, number];

/** Shades for both themes. @param hex `#rrggbb` */
export function shadesOf(hex: string): { light: Shades; dark: Shades } {
  const own = oklchOf(hex);
  return { light: lightShades(own), dark: darkShades(own) };
}

function lightShades(own: Oklch): Shades {
  const soft = hexOf({ ...own, lightness: 0.965, chroma: Math.min(own.chroma, 0.02) });
  const fill = darkened(own, (hex) => contrast(hex, WHITE) >= TEXT);
  return {
    primary: hexOf(darkened(own, (hex) => contrast(hex, GROUNDS.light) >= MARK)),
    'primary-fill': hexOf(fill),
    'primary-fill-hover': hexOf(shifted(fill, -0.06)),
    'primary-ink': hexOf(
      darkened(own, (hex) => contrast(hex, soft) >= TEXT && contrast(hex, GROUNDS.light) >= TEXT),
    ),
    'primary-soft': soft,
    'primary-line': hexOf({ ...own, lightness: 0.88, chroma: Math.min(own.chroma, 0.06) }),
  };
}

function darkShades(own: Oklch): Shades {
  const soft = hexOf({ ...own, lightness: 0.26, chroma: Math.min(own.chroma, 0.05) });
  // Light enough for the ground and dark enough for the white check on it: there is room for both.
  const mark = darkened(
    lightened(own, (hex) => contrast(hex, GROUNDS.dark) >= MARK),
    (hex) => contrast(hex, WHITE) >= MARK,
  );
  const fill = darkened(
    lightened(own, (hex) => contrast(hex, GROUNDS.dark) >= 2),
    (hex) => contrast(hex, WHITE) >= TEXT,
  );
  return {
    primary: hexOf(mark),
    'primary-fill': hexOf(fill),
    'primary-fill-hover': hexOf(shifted(fill, -0.05)),
    'primary-ink': hexOf(
      lightened(own, (hex) => contrast(hex, soft) >= TEXT && contrast(hex, GROUNDS.dark) >= TEXT),
    ),
    'primary-soft': soft,
    'primary-line': hexOf({ ...own, lightness: 0.4, chroma: Math.min(own.chroma, 0.08) }),
  };
}

const shifted = (color: Oklch, by: number): Oklch => ({
  ...color,
  lightness: Math.min(1, Math.max(0, color.lightness + by)),
});

function until(color: Oklch, step: number, enough: (hex: string) => boolean): Oklch {
  let next = color;
  for (let steps = 0; steps * STEP < 1 && !enough(hexOf(next)); steps += 1) next = shifted(next, step);
  return next;
}

const darkened = (color: Oklch, enough: (hex: string) => boolean): Oklch => until(color, -STEP, enough);
const lightened = (color: Oklch, enough: (hex: string) => boolean): Oklch => until(color, STEP, enough);

/** Contrast of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = linearOf(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linearOf(hex: string): Rgb {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** OKLab of Björn Ottosson, 2020, in polar form: equal steps of lightness look equal whatever the hue. */
function oklchOf(hex: string): Oklch {
  const [red, green, blue] = linearOf(hex);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
}

function linearRgbOf({ lightness, chroma, hue }: Oklch): Rgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const isShown = (rgb: Rgb): boolean => rgb.every((value) => value >= -0.0005 && value <= 1.0005);

/** The colour as screens show it; what they cannot is made paler until they can. */
function hexOf(color: Oklch): string {
  let { chroma } = color;
  let rgb = linearRgbOf(color);
  while (!isShown(rgb) && chroma > 0) {
    chroma = Math.max(0, chroma - 0.004);
    rgb = linearRgbOf({ ...color, chroma });
  }
  const channel = (value: number): string => {
    const bounded = Math.min(1, Math.max(0, value));
    const encoded = bounded <= 0.0031308 ? bounded * 12.92 : 1.055 * bounded ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${rgb.map(channel).join('')}`;
}

/** Paints the page in the tenant's colour, or in the product's own when there is none. */
export function paintTenantColor(hex: string | null | undefined): void {
  const { style } = document.documentElement;
  const shades = hex === null || hex === undefined ? undefined : shadesOf(hex);
  for (const theme of ['light', 'dark'] as const)
    for (const shade of SHADES) {
      const name = `--tenant-${theme}-${shade}`;
      if (shades === undefined) style.removeProperty(name);
      else style.setProperty(name, shades[theme][shade]);
    }
}
