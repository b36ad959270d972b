import { resolveJson, type Json, type JsonDict, type Lookup } from '../pdf/pdf-json.ts';
import { DEFAULT_SPACES, GROUP_COLOURS, PROFILE_ALTERNATES } from './colour-rules.ts';
import { croppedTo } from './page-boxes.ts';
import { usageDiffers, withoutUsage } from './print-layers.ts';
import type { DictPlace, PrintRule } from './print-rule.ts';

const always = (): boolean => true;

function without(dict: JsonDict, keys: readonly string[]): JsonDict {
  if (!keys.some((key) => key in dict)) return dict;
  return Object.fromEntries(Object.entries(dict).filter(([key]) => !keys.includes(key)));
}

/** Annotation flags (ISO 32000-2, Table 167). */
const FLAGS = { hidden: 2, print: 4, noView: 32, toggleNoView: 256 } as const;
const ANNOTATIONS: ReadonlySet<Json> = new Set(
  (
    'Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Caret Stamp Ink ' +
    'Widget PrinterMark TrapNet Watermark Redact Projection'
  )
    .split(' ')
    .map((name) => `/${name}`),
);

/** Readers draw by its appearance an annotation of any kind, or of none. */
export function isAnnotation(dict: JsonDict, { lookup }: Pick<DictPlace, 'lookup'>): boolean {
  if (!('/Rect' in dict)) return false;
  const subtype = resolveJson(dict['/Subtype'] ?? null, lookup);
  if ('/AP' in dict || ANNOTATIONS.has(subtype)) return true;
  return subtype !== '/Popup' && resolveJson(dict['/Type'] ?? null, lookup) === '/Annot';
}

function flagsOf(dict: JsonDict, { lookup }: DictPlace): number {
  const flags = resolveJson(dict['/F'] ?? null, lookup);
  return typeof flags === 'number' && Number.isSafeInteger(flags) ? flags : 0;
}

/** The flags with which it prints exactly when it shows. */
function sameFlags(flags: number): number {
  const shown = (flags & (FLAGS.hidden | FLAGS.noView)) === 0;
  const steady = flags & ~(FLAGS.noView | FLAGS.toggleNoView);
  return shown ? steady | FLAGS.print : (steady | FLAGS.hidden) & ~FLAGS.print;
}

const prints = (flags: number): boolean => (flags & FLAGS.print) !== 0 && (flags & FLAGS.hidden) === 0;
const isShown = (flags: number): boolean => (flags & (FLAGS.hidden | FLAGS.noView)) === 0;

const ANNOTATION_FLAGS: PrintRule = {
  name: 'annotation-flags',
  apply(dict, place) {
    if (!isAnnotation(dict, place)) return dict;
    const flags = flagsOf(dict, place);
    const same = sameFlags(flags);
    return same === flags ? dict : { ...dict, '/F': same };
  },
  shows(dict, place) {
    const flags = flagsOf(dict, place);
    const differs = isShown(flags) !== prints(flags) || (flags & FLAGS.toggleNoView) !== 0;
    return differs && draws(dict, place);
  },
};

/** A link without appearance has at most a frame; a field without appearance, value and area has nothing. */
function draws(dict: JsonDict, { lookup }: DictPlace): boolean {
  const subtype = resolveJson(dict['/Subtype'] ?? null, lookup);
  if (subtype === '/Link') return '/AP' in dict;
  const rect = resolveJson(dict['/Rect'] ?? null, lookup);
  const [left = 0, bottom = 0, right = 0, top = 0] = Array.isArray(rect)
    ? rect.map((item) => resolveJson(item, lookup))
    : [];
  if (left === right || bottom === top) return false;
  return subtype !== '/Widget' || ['/AP', '/MK', '/V'].some((key) => key in dict);
}

/** A watermark that is placed by the sheet and not by the page (12.5.6.22). */
const FIXED_PRINT: PrintRule = {
  name: 'fixed-print',
  apply: (dict, place) => (isAnnotation(dict, place) ? without(dict, ['/FixedPrint']) : dict),
  shows: always,
};

const typeOf = (dict: JsonDict, { lookup }: DictPlace): Json => resolveJson(dict['/Type'] ?? null, lookup);

const isGraphicsState = (dict: JsonDict, place: DictPlace): boolean =>
  place.graphicsState || typeOf(dict, place) === '/ExtGState';

/** Transfer functions, halftones and what makes black are applied by printers and by few viewers (10.4, 10.5, 10.6). */
const TRANSFER_FUNCTIONS: PrintRule = {
  name: 'transfer-functions',
  apply: (dict, place) =>
    isGraphicsState(dict, place)
      ? without(dict, [
          '/TR',
          '/TR2',
          '/HT',
          '/HTP',
          '/HTO',
          '/BG',
          '/BG2',
          '/UCR',
          '/UCR2',
          '/UseBlackPtComp',
        ])
      : dict,
  shows: (dict, { lookup }) =>
    ['/TR', '/TR2', '/BG', '/BG2', '/UCR', '/UCR2'].some((key) => {
      const value = resolveJson(dict[key] ?? null, lookup);
      return value !== null && value !== '/Default' && value !== '/Identity';
    }),
};

/** Inks that leave what lies under them, on a device that has inks (8.6.7): a screen paints over it. */
const OVERPRINT: PrintRule = {
  name: 'overprint',
  apply: (dict, place) => (isGraphicsState(dict, place) ? without(dict, ['/OP', '/op', '/OPM']) : dict),
  shows: (dict, { lookup }) => ['/OP', '/op'].some((key) => resolveJson(dict[key] ?? null, lookup) === true),
};

/** ISO 32000-2, Tables 134 and 135. */
const BLEND_MODES: ReadonlySet<Json> = new Set(
  (
    'Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion ' +
    'Hue Saturation Color Luminosity'
  )
    .split(' ')
    .map((name) => `/${name}`),
);

export function blendMode(dict: JsonDict, lookup: Lookup): Json {
  const mode = resolveJson(dict['/BM'] ?? null, lookup);
  const listed = (Array.isArray(mode) ? mode : [mode]).map((each) => resolveJson(each, lookup));
  return listed.find((each) => BLEND_MODES.has(each)) ?? '/Normal';
}

/** Of several blend modes the first that a reader knows counts (11.6.3), and readers differ on lists and on what they know. */
const BLEND_MODE: PrintRule = {
  name: 'blend-mode',
  apply(dict, place) {
    if (!('/BM' in dict) || !isGraphicsState(dict, place)) return dict;
    const mode = blendMode(dict, place.lookup);
    return dict['/BM'] === mode ? dict : { ...dict, '/BM': mode };
  },
  shows: (dict, { lookup }) => resolveJson(dict['/BM'] ?? null, lookup) !== blendMode(dict, lookup),
};

/** Another picture for printing (8.9.5.4), and pictures that a press fetches from elsewhere. */
const ALTERNATE_IMAGES: PrintRule = {
  name: 'alternate-images',
  apply: (dict, { lookup }) =>
    resolveJson(dict['/Subtype'] ?? null, lookup) === '/Image' && ('/Width' in dict || '/W' in dict)
      ? without(dict, ['/Alternates', '/OPI'])
      : dict,
  shows: always,
};

/** Forms that stand in for a page of another file (8.10.4), for PostScript, or for what a press fetches. */
const STAND_IN_FORMS: PrintRule = {
  name: 'stand-in-forms',
  apply: (dict, { lookup }) =>
    resolveJson(dict['/Subtype'] ?? null, lookup) === '/Form' && '/BBox' in dict
      ? without(dict, ['/Ref', '/OPI', '/PS', '/Subtype2'])
      : dict,
  shows: always,
};

/** What lies on the sheet beyond the part that is shown (14.11.2): some programs print and draw all of the sheet. */
const CROPPED_PAGES: PrintRule = {
  name: 'cropped-pages',
  apply(dict, place) {
    const shown = typeOf(dict, place) === '/Page' ? croppedTo(dict, place.lookup) : undefined;
    return shown ? { ...dict, '/MediaBox': [...shown], '/CropBox': [...shown] } : dict;
  },
  shows: always,
};

const BOXES = ['/ViewArea', '/ViewClip', '/PrintArea', '/PrintClip'];

/** Another part of the page on paper than on screen, or not all pages (Table 147). */
const VIEWER_PREFERENCES: PrintRule = {
  name: 'viewer-preferences',
  apply: (dict) => without(dict, [...BOXES, '/PrintPageRange']),
  shows: (dict, { lookup }) =>
    '/PrintPageRange' in dict ||
    BOXES.some((key) => key in dict && resolveJson(dict[key] ?? null, lookup) !== '/CropBox'),
};

/** Slide shows that a viewer may show in place of the pages (ISO 32000-1, 13.5). */
const ALTERNATE_PRESENTATIONS: PrintRule = {
  name: 'alternate-presentations',
  apply: (dict) => without(dict, ['/AlternatePresentations']),
  shows: always,
};

/** Layers that are on for paper alone, or for screen alone (8.11.4.4). Which states apply is in `print-layers.ts`. */
const LAYER_USAGE: PrintRule = {
  name: 'layer-usage',
  apply: (dict, { lookup }) => withoutUsage(dict, lookup),
  shows: (dict, { lookup }) => usageDiffers(dict, lookup),
};

/** Every rule for what a single dictionary says. Adding one adds a line. */
export const PRINT_RULES: readonly PrintRule[] = [
  ANNOTATION_FLAGS,
  FIXED_PRINT,
  TRANSFER_FUNCTIONS,
  OVERPRINT,
  BLEND_MODE,
  DEFAULT_SPACES,
  PROFILE_ALTERNATES,
  GROUP_COLOURS,
  CROPPED_PAGES,
  ALTERNATE_IMAGES,
  STAND_IN_FORMS,
  VIEWER_PREFERENCES,
  ALTERNATE_PRESENTATIONS,
  LAYER_USAGE,
];
