import { isDict, isReference, resolveJson, type Json, type JsonDict, type Lookup } from './pdf-json.ts';

/** Layers (optional content, ISO 32000-2, 8.11) as one configuration shows them. */
interface LayerStates {
  /** By reference, as on screen at 100 %. */
  readonly view: ReadonlyMap<string, boolean>;
  /** One changes between screen and paper, with who reads, or between readers that heed AS and those that do not. */
  readonly differs: boolean;
}

/** The catalog's optional content properties with states that hold on screen and on paper. */
export interface SteadyLayers {
  /** Undefined when they are steady already. */
  readonly properties: JsonDict | undefined;
  /** Whether a layer would have printed otherwise than it shows. */
  readonly differs: boolean;
}

const listOf = (value: Json | undefined, lookup: Lookup): Json[] => {
  const list = resolveJson(value ?? null, lookup);
  return Array.isArray(list) ? list : [];
};

const dictOf = (value: Json | undefined, lookup: Lookup): JsonDict => {
  const dict = resolveJson(value ?? null, lookup);
  return isDict(dict) ? dict : {};
};

/**
 * The default configuration alone, with the state that each layer has on screen written into it, and without the usage
 * application dictionaries (AS) that change states for printing, exporting, zooming or a reader's language.
 *
 * @returns undefined when the catalog has no layers
 */
export function steadyLayers(catalog: JsonDict, lookup: Lookup): SteadyLayers | undefined {
  const properties = resolveJson(catalog['/OCProperties'] ?? null, lookup);
  if (!isDict(properties)) return undefined;
  const groups = listOf(properties['/OCGs'], lookup).filter(isReference);
  const config = dictOf(properties['/D'], lookup);
  const { view, differs } = statesOf(groups, config, lookup);
  if (!('/AS' in config) && !('/Configs' in properties)) return { properties: undefined, differs };
  const off = [...view].filter(([, shown]) => !shown).map(([group]) => group);
  const kept = Object.fromEntries(
    Object.entries(config).filter(([key]) => !['/AS', '/BaseState', '/ON', '/OFF'].includes(key)),
  );
  return {
    properties: { '/OCGs': properties['/OCGs'] ?? [], '/D': { ...kept, '/BaseState': '/ON', '/OFF': off } },
    differs,
  };
}

/** Whether anything about the layers would have to change for screen and paper to be the same. */
export function layersDiffer(catalog: JsonDict, lookup: Lookup): boolean {
  return steadyLayers(catalog, lookup)?.differs ?? false;
}

function statesOf(groups: readonly string[], config: JsonDict, lookup: Lookup): LayerStates {
  const base = resolveJson(config['/BaseState'] ?? null, lookup) !== '/OFF';
  const initial = new Map(groups.map((group) => [group, base]));
  for (const group of listOf(config['/ON'], lookup)) if (isReference(group)) initial.set(group, true);
  for (const group of listOf(config['/OFF'], lookup)) if (isReference(group)) initial.set(group, false);
  const applications = listOf(config['/AS'], lookup).map((each) => dictOf(each, lookup));
  const view = applied(initial, applications, '/View', lookup);
  const print = applied(initial, applications, '/Print', lookup);
  const differs =
    applications.some((each) => hangsOnReader(each, lookup)) ||
    [...view].some(([group, shown]) => {
      const usage = dictOf(dictOf(group, lookup)['/Usage'], lookup);
      // pdf.js heeds a layer's usage whether or not AS names it.
      const [byView, byPrint] = ['/View', '/Print'].map(
        (event) => initial.get(group) === true && stateFor(usage, event, lookup) !== false,
      );
      return shown !== print.get(group) || byView !== byPrint || byView !== shown;
    });
  return { view, differs };
}

/** 8.11.4.4: the states that usage application dictionaries for an event make of those before. */
function applied(
  initial: ReadonlyMap<string, boolean>,
  applications: readonly JsonDict[],
  event: '/View' | '/Print',
  lookup: Lookup,
): Map<string, boolean> {
  const states = new Map(initial);
  for (const application of applications) {
    if (resolveJson(application['/Event'] ?? null, lookup) !== event) continue;
    const categories = listOf(application['/Category'], lookup).map((each) => resolveJson(each, lookup));
    for (const group of listOf(application['/OCGs'], lookup).filter(isReference)) {
      const usage = dictOf(dictOf(group, lookup)['/Usage'], lookup);
      const said = categories
        .map((category) => (typeof category === 'string' ? stateFor(usage, category, lookup) : undefined))
        .filter((state) => state !== undefined);
      if (said.length > 0) states.set(group, said.every(Boolean));
    }
  }
  return states;
}

/** What a layer's usage says for a category; undefined when it says nothing, or what depends on who reads. */
function stateFor(usage: JsonDict, category: string, lookup: Lookup): boolean | undefined {
  const said = dictOf(usage[category], lookup);
  if (category === '/Zoom') {
    const [least, most] = ['/min', '/max'].map((key) => resolveJson(said[key] ?? null, lookup));
    return (typeof least !== 'number' || least <= 1) && (typeof most !== 'number' || most > 1);
  }
  const state = resolveJson(said[`${category}State`] ?? null, lookup);
  return state === '/ON' ? true : state === '/OFF' ? false : undefined;
}

/** What a layer's usage speaks of (ISO 32000-2, Table 100). */
const USAGE_KEYS = 'CreatorInfo Language Export Zoom Print View User PageElement'
  .split(' ')
  .map((name) => `/${name}`);

/** A layer's usage, whatever the dictionary calls itself: PDFium and pdf.js heed that of groups without a type, or not listed. */
function usageOf(dict: JsonDict, lookup: Lookup): JsonDict | undefined {
  const usage = resolveJson(dict['/Usage'] ?? null, lookup);
  return isDict(usage) && USAGE_KEYS.some((key) => key in usage) ? usage : undefined;
}

/** A layer without its usage: nothing is left that could change its state. */
export function withoutUsage(dict: JsonDict, lookup: Lookup): JsonDict {
  if (!usageOf(dict, lookup)) return dict;
  return Object.fromEntries(Object.entries(dict).filter(([key]) => key !== '/Usage'));
}

/** Whether the usage alone has a layer on paper otherwise than on screen, for a reader that asks nothing else. */
export function usageDiffers(dict: JsonDict, lookup: Lookup): boolean {
  const usage = usageOf(dict, lookup);
  if (!usage) return false;
  const [view, print] = ['/View', '/Print'].map((event) => stateFor(usage, event, lookup) ?? true);
  return view !== print;
}

/** Categories whose state hangs on who reads, and how (Table 100): one person sees what another does not. */
const READER_CATEGORIES: ReadonlySet<Json> = new Set(['/Zoom', '/Language', '/User']);

/** Whether a usage application has a layer come and go by zoom, language or person. */
function hangsOnReader(application: JsonDict, lookup: Lookup): boolean {
  const categories = listOf(application['/Category'], lookup)
    .map((each) => resolveJson(each, lookup))
    .filter((each) => typeof each === 'string' && READER_CATEGORIES.has(each)) as string[];
  return listOf(application['/OCGs'], lookup).some((group) => {
    const usage = usageOf(dictOf(group, lookup), lookup);
    return usage !== undefined && categories.some((category) => category in usage);
  });
}
