import { isDict, isReference, resolveJson, type Json, type JsonDict, type Lookup } from '../pdf/pdf-json.ts';

/** What the catalog says of layers (optional content, ISO 32000-2, 8.11): one configuration, as it shows them. */
export interface LayerStates {
  /** Those that the catalog lists. */
  readonly listed: ReadonlySet<string>;
  /** By reference, as on screen at 100 %. */
  readonly view: ReadonlyMap<string, boolean>;
  /** Of layers that nothing speaks of. */
  readonly base: boolean;
  /** What a layer has to be for, or the configuration says nothing of it. */
  readonly intents: ReadonlySet<Json>;
  /** One changes between screen and paper, with who reads, or between readers that heed AS and those that do not. */
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

/** One name, or several: by default that of layers that show or hide what is read (8.11.2.3). */
export function intentsOf(dict: JsonDict, lookup: Lookup): ReadonlySet<Json> {
  const intent = resolveJson(dict['/Intent'] ?? null, lookup);
  if (Array.isArray(intent)) return new Set(intent.map((each) => resolveJson(each, lookup)));
  return new Set([intent ?? '/View']);
}

/** The states that the default configuration gives to layers. */
export function layerStates(catalog: JsonDict, lookup: Lookup): LayerStates {
  const properties = dictOf(catalog['/OCProperties'], lookup);
  const listed = listOf(properties['/OCGs'], lookup).filter(isReference);
  const config = dictOf(properties['/D'], lookup);
  const base = resolveJson(config['/BaseState'] ?? null, lookup) !== '/OFF';
  const initial = new Map(listed.map((group) => [group, base]));
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
  return { listed: new Set(listed), view, base, intents: intentsOf(config, lookup), differs };
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
