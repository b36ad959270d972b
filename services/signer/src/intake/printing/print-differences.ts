import type { StrictPdf } from '@lacre/pades';

import {
  isDict,
  isReference,
  objectNumber,
  resolveJson,
  toJson,
  type Json,
  type JsonDict,
  type Lookup,
} from '../pdf/pdf-json.ts';
import { evenColourSpace, evenMeasuredSpace } from './colour-rules.ts';
import { ContentError } from './content/content-scanner.ts';
import { evenContents } from './content/even-contents.ts';
import { PdfFunctions } from './content/functions.ts';
import { Layers } from './content/layers.ts';
import { IccProfiles } from './icc-profiles.ts';
import type { DictPlace } from './print-rule.ts';
import { isAnnotation, PRINT_RULES } from './print-rules.ts';

/** In place of a form or picture that a layer hides. */
export const NOTHING_DRAWN: JsonDict = {
  '/Type': '/XObject',
  '/Subtype': '/Form',
  '/BBox': [0, 0, 1, 1],
  '/Length': 0,
};
/** Annotation flag (ISO 32000-2, Table 167). */
const HIDDEN = 2;

/** Makes what prints what shows, in every reader, dictionary by dictionary. */
export class PrintEquality {
  readonly #lookup: Lookup;
  readonly #graphicsStates: ReadonlySet<number>;
  readonly #masks: ReadonlySet<number>;
  readonly #functions: PdfFunctions;
  readonly #profiles: IccProfiles;
  readonly #layers: Layers;
  /** Anything that could show was changed. */
  changedWhatShows = false;
  /** Anything was on a layer, or the document lists layers. */
  layered = false;

  constructor(pdf: StrictPdf, values: ReadonlyMap<number, Json>, lookup: Lookup) {
    this.#lookup = lookup;
    this.#graphicsStates = graphicsStateNumbers(values.values(), lookup);
    this.#masks = maskNumbers(values.values(), lookup);
    this.#functions = new PdfFunctions(pdf, lookup);
    this.#profiles = new IccProfiles(pdf, lookup);
    this.#layers = layersOf(pdf, lookup);
  }

  /** The object as it has to be; the very same value when nothing has to change. */
  apply(num: number, value: Json, isCatalog: boolean): Json {
    if (isPostScript(value)) {
      this.changedWhatShows = true;
      return null;
    }
    const edited = this.#edit(value, this.#graphicsStates.has(num), this.#masks.has(num));
    return isCatalog && isDict(edited) ? this.#catalog(edited) : edited;
  }

  /** Layers are settled as they are on screen: what is drawn is on none any more. */
  #catalog(catalog: JsonDict): JsonDict {
    if (!('/OCProperties' in catalog)) return catalog;
    this.layered = true;
    this.changedWhatShows ||= this.#layers.differ;
    return Object.fromEntries(Object.entries(catalog).filter(([key]) => key !== '/OCProperties'));
  }

  /** A form, a picture or an annotation that is on a layer as a whole. */
  #offLayer(dict: JsonDict): JsonDict {
    const layer = dict['/OC'] ?? null;
    const annotated = isAnnotation(dict, { lookup: this.#lookup });
    if (!annotated && !('/BBox' in dict) && !('/Width' in dict)) return dict;
    const { shown, contested } = this.#layers.stateOf(layer);
    this.layered = true;
    this.changedWhatShows ||= contested || !shown;
    const { '/OC': _layer, ...off } = dict;
    if (shown) return off;
    const flags = typeof dict['/F'] === 'number' ? dict['/F'] : 0;
    return annotated ? { ...off, '/F': flags | HIDDEN } : NOTHING_DRAWN;
  }

  #edit(value: Json, graphicsState: boolean, mask = false): Json {
    if (Array.isArray(value)) return this.#editList(value);
    if (!isDict(value)) return value;
    const place: DictPlace = { lookup: this.#lookup, graphicsState, mask };
    let dict = '/OC' in value ? this.#offLayer(value) : value;
    if (dict === NOTHING_DRAWN) return dict;
    if ('/DestOutputProfile' in dict) dict = this.#plainIntent(dict);
    for (const rule of PRINT_RULES) {
      const edited = rule.apply(dict, place);
      if (edited !== dict) this.changedWhatShows ||= rule.shows(dict, place);
      dict = edited;
    }
    let changed = dict !== value;
    const members: JsonDict = {};
    for (const [key, member] of Object.entries(dict)) {
      if (key !== '/ExtGState') members[key] = this.#edit(member, false);
      // A shading pattern has its graphics state itself, resources have them by name (Table 74).
      else members[key] = '/PatternType' in dict ? this.#edit(member, true) : this.#states(member);
      changed ||= members[key] !== member;
    }
    return changed ? members : value;
  }

  /** Some readers take what a document is meant to be printed with for the colours of its inks (14.11.5). */
  #plainIntent(intent: JsonDict): JsonDict {
    const profile = intent['/DestOutputProfile'] ?? null;
    const components = this.#profiles.componentsOf(profile);
    if (components !== undefined && this.#profiles.isPlain(profile, components)) return intent;
    this.changedWhatShows = true;
    const { '/DestOutputProfile': _profile, ...plain } = intent;
    return plain;
  }

  #editList(list: Json[]): Json {
    const measured = evenMeasuredSpace(list, this.#lookup, this.#profiles);
    if (measured !== list) {
      this.changedWhatShows = true;
      return measured;
    }
    const { space, differs } = evenColourSpace(list, this.#lookup, this.#functions);
    this.changedWhatShows ||= differs;
    const items = space.map((item) => this.#edit(item, false));
    return space === list && items.every((item, index) => item === list[index]) ? list : items;
  }

  /** Named graphics states that stand in the resources themselves. */
  #states(named: Json): Json {
    if (!isDict(named)) return named;
    const entries = Object.entries(named).map(([name, state]) => [name, this.#edit(state, true)] as const);
    return entries.every(([name, state]) => state === named[name]) ? named : Object.fromEntries(entries);
  }
}

/** A program that only PostScript printers run, and that shows nothing (ISO 32000-1, 8.8.2). */
const isPostScript = (value: Json): boolean =>
  isDict(value) && value['/Subtype'] === '/PS' && '/Length' in value;

/** Numbers of the objects that resources name as graphics states. */
function graphicsStateNumbers(values: Iterable<Json>, lookup: Lookup): Set<number> {
  const found = new Set<number>();
  const look = (value: Json): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isDict(value)) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === '/ExtGState') {
        if ('/PatternType' in value && isReference(member)) found.add(objectNumber(member));
        const named = isReference(member) ? lookup(member) : member;
        for (const state of isDict(named) ? Object.values(named) : [])
          if (isReference(state)) found.add(objectNumber(state));
      }
      look(member);
    }
  };
  for (const value of values) look(value);
  return found;
}

/** Numbers of the forms that soft masks are drawn by. */
function maskNumbers(values: Iterable<Json>, lookup: Lookup): Set<number> {
  const found = new Set<number>();
  const look = (value: Json): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isDict(value)) return;
    const mask = resolveJson(value['/SMask'] ?? null, lookup);
    const drawing = isDict(mask) ? (mask['/G'] ?? null) : null;
    if (isReference(drawing)) found.add(objectNumber(drawing));
    Object.values(value).forEach(look);
  };
  for (const value of values) look(value);
  return found;
}

export function layersOf(pdf: StrictPdf, lookup: Lookup): Layers {
  const catalog = toJson(pdf.catalog);
  return new Layers(isDict(catalog) ? catalog : {}, lookup);
}

/**
 * Whether a document would print otherwise than it shows, or show otherwise in one reader than in another: layers, flags
 * of annotations, other pictures or pages for the printer, inks, and drawings that readers take differently.
 */
export async function printsOtherwise(pdf: StrictPdf): Promise<boolean> {
  const values = new Map<number, Json>();
  for (const num of pdf.objectNumbers()) values.set(num, toJson(pdf.object(num)));
  const lookup: Lookup = (reference) => values.get(objectNumber(reference)) ?? null;
  const equality = new PrintEquality(pdf, values, lookup);
  for (const [num, value] of values) {
    equality.apply(num, value, num === pdf.root.num);
    if (equality.changedWhatShows) return true;
  }
  try {
    return (await evenContents(pdf, values, lookup, layersOf(pdf, lookup))).differs;
  } catch (error) {
    if (error instanceof ContentError) return true;
    throw error;
  }
}
