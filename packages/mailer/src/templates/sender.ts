/** On whose behalf a message is sent: the account, as it shows itself. */
export interface Sender {
  /** What the account calls itself. */
  name: string;
  /** Its address on the platform, which is its own alone, as a name is not. */
  domain?: string | undefined;
  /** Web address of its logo, on the platform's own origin; without it, the first letter of its name. */
  logo?: string | undefined;
  /** `#rrggbb` of its buttons; without it, the platform's own. */
  color?: string | undefined;
}

const PLATFORM_COLOR = '#5e35e6';
const INKS = ['#ffffff', '#1c1730'] as const;

/** The colour of the account's buttons and mark, and the ink that is read best on it. */
export function colorsOf({ color }: Sender): { fill: string; ink: string } {
  const fill = color !== undefined && /^#[\da-f]{6}$/i.test(color) ? color : PLATFORM_COLOR;
  const [white, dark] = INKS;
  return { fill, ink: contrast(fill, white) >= contrast(fill, dark) ? white : dark };
}

/** Contrast ratio of WCAG 2.2, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance of WCAG 2.2, from 0 to 1. */
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** `Padaria Real (padaria-real)`. */
export const namedByDomain = ({ name, domain }: Sender): string =>
  domain === undefined ? name : `${name} (${domain})`;

const LETTERS = new Intl.Segmenter('pt-BR');

/** What stands where there is no logo. */
export const initialOf = ({ name }: Sender): string =>
  ([...LETTERS.segment(name.trim())][0]?.segment ?? 'L').toLocaleUpperCase('pt-BR');
