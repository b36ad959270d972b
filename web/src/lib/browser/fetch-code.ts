/** The code is no longer on the server: a later release has taken its place, and only a new page finds that. */
export class Outdated extends Error {
  override readonly name = 'Outdated';
}

/** The module's address, in browsers' messages of a failed import. Safari's has none. */
const ADDRESS = /https?:\/\/\S+?\.js/;

/**
 * Code that comes when it is asked for, and can be asked for again. A browser remembers for as long as the page lives
 * that it could not have a module, so every further attempt asks for it by another address.
 * @returns fetches it; throws `Outdated`, or whatever else says that the line is down
 */
export function codeOf<Code extends object>(load: () => Promise<Code>): () => Promise<Code> {
  let address: string | undefined;
  let attempts = 0;
  const anew = (): Promise<Code> =>
    import(/* @vite-ignore */ `${address}?again=${(attempts += 1)}`) as Promise<Code>;

  return async () => {
    // Nothing is asked for that could only fail: it would be remembered.
    if (!navigator.onLine) throw new TypeError('offline');
    try {
      return await (address === undefined ? load() : anew());
    } catch (error) {
      const known = address !== undefined;
      address ??= ADDRESS.exec(String(error))?.[0];
      const answer = await fetch(address ?? '/', { method: 'HEAD' });
      if (!answer.ok || known || address === undefined)
        throw answer.ok || isGone(answer) ? new Outdated() : error;
      // It failed before, ahead of time perhaps, and can be had by now.
      return await anew();
    }
  };
}

const isGone = ({ status }: Response): boolean => status === 404 || status === 410;
