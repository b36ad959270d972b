import {
  isDict,
  isReference,
  resolveJson,
  type Json,
  type JsonDict,
  type Lookup,
} from '../../pdf/pdf-json.ts';
import { intentsOf, layerStates, type LayerStates } from '../print-layers.ts';
import type { LayerState } from './even-content.ts';

/** Layers within groups of layers, expressions within expressions: readers stop at a few dozen. */
const MAX_DEPTH = 20;

type Policy = (states: readonly boolean[]) => boolean;
const anyOn: Policy = (states) => states.some(Boolean);
/** ISO 32000-2, Table 97. */
const POLICIES: Readonly<Record<string, Policy>> = {
  '/AllOn': (states) => states.every(Boolean),
  '/AnyOn': anyOn,
  '/AnyOff': (states) => !states.every(Boolean),
  '/AllOff': (states) => !states.some(Boolean),
};

/** Whether what is on a layer, or in a group of layers, shows on screen. */
export class Layers {
  readonly #lookup: Lookup;
  readonly #states: LayerStates;

  constructor(catalog: JsonDict, lookup: Lookup) {
    this.#lookup = lookup;
    this.#states = layerStates(catalog, lookup);
  }

  /** Whether one changes between screen and paper, or with who reads. */
  get differ(): boolean {
    return this.#states.differs;
  }

  /** @param value a layer or a group of them, as a key OC or a property list has it */
  stateOf(value: Json): LayerState {
    return this.#stateOf(value, 0);
  }

  #stateOf(value: Json, depth: number): LayerState {
    const dict = resolveJson(value, this.#lookup);
    if (!isDict(dict) || depth > MAX_DEPTH) return { shown: true, contested: true };
    return this.#isGroup(dict) ? this.#ofMembers(dict, depth) : this.#ofLayer(value, dict);
  }

  #isGroup(dict: JsonDict): boolean {
    const type = resolveJson(dict['/Type'] ?? null, this.#lookup);
    return type === '/OCMD' || (type !== '/OCG' && ('/OCGs' in dict || '/VE' in dict));
  }

  #ofLayer(value: Json, dict: JsonDict): LayerState {
    const { listed, view, base, intents } = this.#states;
    const reference = isReference(value) ? value : '';
    const isPlain = listed.has(reference) && resolveJson(dict['/Type'] ?? null, this.#lookup) === '/OCG';
    const own = intentsOf(dict, this.#lookup);
    const counts = own.has('/All') || intents.has('/All') || [...own].some((intent) => intents.has(intent));
    const state = view.get(reference) ?? base;
    const isUsual = own.size === 1 && own.has('/View') && intents.has('/View');
    return { shown: counts ? state : true, contested: !isPlain || !isUsual };
  }

  #ofMembers(group: JsonDict, depth: number): LayerState {
    const expression = resolveJson(group['/VE'] ?? null, this.#lookup);
    if (Array.isArray(expression)) return { shown: this.#evaluate(expression, depth), contested: true };
    const members = resolveJson(group['/OCGs'] ?? null, this.#lookup);
    // A single layer may stand there by itself; its reference is what states are known by.
    const list = Array.isArray(members) ? members : isDict(members) ? [group['/OCGs'] ?? null] : [];
    const known = list.filter((each) => isDict(resolveJson(each, this.#lookup)));
    if (known.length === 0) return { shown: true, contested: '/OCGs' in group };
    const states = known.map((each) => this.#stateOf(each, depth + 1));
    const isNested = known.some((each) => {
      const dict = resolveJson(each, this.#lookup);
      return isDict(dict) && this.#isGroup(dict);
    });
    const named = resolveJson(group['/P'] ?? null, this.#lookup) ?? '/AnyOn';
    const policy = typeof named === 'string' ? POLICIES[named] : undefined;
    const shown = (policy ?? anyOn)(states.map((state) => state.shown));
    return { shown, contested: isNested || !policy || states.some(({ contested }) => contested) };
  }

  /** A visibility expression (8.11.2.2). */
  #evaluate([operator = null, ...operands]: readonly Json[], depth: number): boolean {
    if (depth > MAX_DEPTH) return true;
    const values = operands.map((operand) => {
      const inner = resolveJson(operand, this.#lookup);
      return Array.isArray(inner)
        ? this.#evaluate(inner, depth + 1)
        : this.#stateOf(operand, depth + 1).shown;
    });
    const name = resolveJson(operator, this.#lookup);
    if (name === '/Not') return !(values[0] ?? false);
    return name === '/Or' ? values.some(Boolean) : values.every(Boolean);
  }
}
