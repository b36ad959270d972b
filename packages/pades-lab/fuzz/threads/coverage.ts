import { Session } from 'node:inspector';

/** What of one function has been run, byte for byte of its source. */
export interface CoveredFunction {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /** 1 for what has been run. */
  readonly reached: Uint8Array;
}

/** What was run between two looks. */
export interface Taken {
  /** Some of it had never been run and remembered. */
  readonly isNew: boolean;
  remember(): void;
}

interface FunctionCoverage {
  readonly ranges: readonly {
    readonly startOffset: number;
    readonly endOffset: number;
    readonly count: number;
  }[];
}

interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly FunctionCoverage[];
}

const SOURCES = /\/packages\/pades\/(src\/.*|cli\/inspect\/.*)$/;

/**
 * Block coverage by V8 itself. To be started before the modules that it is about are loaded: blocks of
 * functions compiled before are not distinguished. It costs up to ten times the time, so few inputs run
 * with it.
 */
export class Coverage {
  readonly #session = new Session();
  readonly #functions = new Map<string, CoveredFunction>();

  constructor() {
    this.#session.connect();
    this.#post('Profiler.enable');
    this.#post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** What has been run since the last time. */
  take(): Taken {
    const { result } = this.#post('Profiler.takePreciseCoverage') as { result: readonly ScriptCoverage[] };
    const pairs = result.flatMap(({ url, functions }) => {
      const file = SOURCES.exec(url)?.[1];
      return file === undefined ? [] : functions.flatMap(({ ranges }) => this.#compare(file, ranges) ?? []);
    });
    return {
      isNew: pairs.some(({ known, now }) => now.some((value, at) => value > (known[at] as number))),
      remember: () => {
        for (const { known, now } of pairs) orInto(known, now);
      },
    };
  }

  /** Forgets what was reached, so that what is new does not depend on what the thread did before. */
  startOver(): void {
    // The first answer names every function that is loaded, those never run as well.
    this.take();
    for (const { reached } of this.#functions.values()) reached.fill(0);
  }

  get functions(): readonly CoveredFunction[] {
    return [...this.#functions.values()];
  }

  #compare(
    file: string,
    ranges: FunctionCoverage['ranges'],
  ): { known: Uint8Array; now: Uint8Array } | undefined {
    const [whole] = ranges;
    // The module's own body runs when it is loaded.
    if (!whole || whole.startOffset === 0) return undefined;
    const { startOffset: start, endOffset: end } = whole;
    const key = `${file} ${start} ${end}`;
    const known = this.#functions.get(key) ?? { file, start, end, reached: new Uint8Array(end - start) };
    this.#functions.set(key, known);
    const now = new Uint8Array(end - start);
    // Each range is inside the ones before it, and says otherwise.
    for (const { startOffset, endOffset, count } of ranges) {
      now.fill(count > 0 ? 1 : 0, startOffset - start, endOffset - start);
    }
    return { known: known.reached, now };
  }

  #post(method: string, parameters?: object): unknown {
    let result: unknown;
    this.#session.post(method, parameters, (error, value) => {
      if (error) throw error;
      result = value;
    });
    return result;
  }
}

function orInto(known: Uint8Array, now: Uint8Array): void {
  for (let at = 0; at < now.length; at += 1) if (now[at] === 1) known[at] = 1;
}

export interface FolderCoverage {
  readonly folder: string;
  readonly functions: number;
  readonly reachedFunctions: number;
  /** Share of the source inside functions, by characters. */
  readonly reachedShare: number;
}

/** What several threads have reached together, by folder. */
export function summarize(all: readonly CoveredFunction[]): FolderCoverage[] {
  const merged = new Map<string, CoveredFunction>();
  for (const each of all) {
    const key = `${each.file} ${each.start} ${each.end}`;
    const known = merged.get(key);
    if (known) orInto(known.reached, each.reached);
    else merged.set(key, { ...each, reached: Uint8Array.from(each.reached) });
  }
  const byFolder = Map.groupBy(merged.values(), ({ file }) => file.slice(0, file.lastIndexOf('/')));
  return [...byFolder]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, functions]) => ({
      folder,
      functions: functions.length,
      reachedFunctions: functions.filter(({ reached }) => reached.includes(1)).length,
      reachedShare: shareOf(functions),
    }));
}

/** A function inside another one is judged by itself. */
function shareOf(functions: readonly CoveredFunction[]): number {
  let [total, reached] = [0, 0];
  for (const inFile of Map.groupBy(functions, ({ file }) => file).values()) {
    const painted = new Uint8Array(Math.max(...inFile.map(({ end }) => end)));
    for (const each of inFile.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
      painted.set(
        each.reached.map((value) => value + 1),
        each.start,
      );
    }
    for (const value of painted) {
      if (value > 0) total += 1;
      if (value === 2) reached += 1;
    }
  }
  return total === 0 ? 0 : Math.round((reached / total) * 1000) / 1000;
}
