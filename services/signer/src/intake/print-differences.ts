import type { StrictPdf } from '@lacre/pades';

import {
  isDict,
  isReference,
  objectNumber,
  toJson,
  type Json,
  type JsonDict,
  type Lookup,
} from './pdf-json.ts';
import { layersDiffer, steadyLayers } from './print-layers.ts';
import { PRINT_RULES, type DictPlace } from './print-rules.ts';

/** Makes what prints what shows, dictionary by dictionary, in one file. */
export class PrintEquality {
  readonly #lookup: Lookup;
  readonly #graphicsStates: ReadonlySet<number>;
  /** Anything that could show was changed. */
  changedWhatShows = false;

  constructor(lookup: Lookup, graphicsStates: ReadonlySet<number>) {
    this.#lookup = lookup;
    this.#graphicsStates = graphicsStates;
  }

  /** The object as it has to be; the very same value when nothing has to change. */
  apply(num: number, value: Json, isCatalog: boolean): Json {
    if (isPostScript(value)) {
      this.changedWhatShows = true;
      return null;
    }
    const edited = this.#edit(value, this.#graphicsStates.has(num));
    return isCatalog && isDict(edited) ? this.#catalog(edited) : edited;
  }

  #catalog(catalog: JsonDict): JsonDict {
    const layers = steadyLayers(catalog, this.#lookup);
    if (!layers) return catalog;
    this.changedWhatShows ||= layers.differs;
    return layers.properties ? { ...catalog, '/OCProperties': layers.properties } : catalog;
  }

  #edit(value: Json, graphicsState: boolean): Json {
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#edit(item, false));
      return items.every((item, index) => item === value[index]) ? value : items;
    }
    if (!isDict(value)) return value;
    const place: DictPlace = { lookup: this.#lookup, graphicsState };
    let dict = value;
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
export function graphicsStateNumbers(values: Iterable<Json>, lookup: Lookup): Set<number> {
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

/**
 * Whether a document would print otherwise than it shows: layers with states of their own for printing, flags of
 * annotations, other pictures or pages for the printer.
 */
export function printsOtherwise(pdf: StrictPdf): boolean {
  const lookup: Lookup = (reference) => toJson(pdf.object(objectNumber(reference)));
  const catalog = toJson(pdf.catalog);
  if (isDict(catalog) && layersDiffer(catalog, lookup)) return true;
  const values = function* (): Generator<Json> {
    for (const num of pdf.objectNumbers()) yield toJson(pdf.object(num));
  };
  const equality = new PrintEquality(lookup, graphicsStateNumbers(values(), lookup));
  for (const num of pdf.objectNumbers()) {
    equality.apply(num, toJson(pdf.object(num)), false);
    if (equality.changedWhatShows) return true;
  }
  return false;
}
