import { nameSeparator } from '../../append-rules.ts';
import type { Filter } from '../../port.ts';

/** The default of `EVENT_STORE_PREFIX`. */
export const defaultStreamPrefix = 'lacre.';

/** Not `$`, which begins the server's own names; what it has is shown in the server's pages and put in its filters. */
const form = /^[A-Za-z0-9][\w.-]{0,61}\.$/;

/** Whether streams on a server may begin so. */
export function isStreamPrefix(text: string): boolean {
  return form.test(text);
}

/**
 * Names of streams in the port and on the server, where all of the product's begin alike and no others do.
 *
 * A prefix ends with `nameSeparator`, which no name in the port has: so the streams of an installation whose prefix begins
 * with another's (`lacre.b.` and `lacre.`) are never taken for that one's.
 */
export class StreamNames {
  readonly #prefix: string;

  constructor(prefix: string) {
    if (!isStreamPrefix(prefix)) throw new Error(`not a prefix of streams: ${JSON.stringify(prefix)}`);
    this.#prefix = prefix;
  }

  /** A stream that nothing is ever written to, and that is none of the product's. */
  get barrier(): string {
    return `barrier-of-${this.#prefix}`;
  }

  onServer(stream: string): string {
    return `${this.#prefix}${stream}`;
  }

  /** The product's name of the stream; undefined when it is another's. */
  ofProduct(streamOnServer: string): string | undefined {
    if (!streamOnServer.startsWith(this.#prefix)) return undefined;
    const name = streamOnServer.slice(this.#prefix.length);
    return name.includes(nameSeparator) ? undefined : name;
  }

  /**
   * What the server looks for. It filters by streams or by types, never both: by streams, so that it hands out nothing
   * that is another's; types are left to `passes`.
   */
  serverPrefixes(filter: Filter | undefined): string[] {
    if (!filter || !('streamPrefixes' in filter)) return [this.#prefix];
    return filter.streamPrefixes.map((prefix) => this.onServer(prefix));
  }

  /** The rest of the filter. The server's own events, as that of a deletion, never pass. */
  passes(filter: Filter | undefined, type: string): boolean {
    if (type.startsWith('$')) return false;
    return (
      !filter || !('typePrefixes' in filter) || filter.typePrefixes.some((prefix) => type.startsWith(prefix))
    );
  }
}
