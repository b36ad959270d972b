import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run hands out the product that files share: see `share-lacre.ts`. */
    sharedLacre: string;
  }
}

/** A product that runs: where it answers, and its data folder. */
export interface RunningProduct {
  readonly origin: string;
  readonly dataDir: string;
}

/**
 * The product that the files of this run share, started for the first of them. It is for files that keep to tenants of
 * their own, change no setting and never end it; its limits by address are lifted, since all come from one.
 *
 * @throws Error with what the product said last, when it does not start
 */
export async function sharedLacre(): Promise<RunningProduct> {
  const answer = await fetch(inject('sharedLacre'));
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as RunningProduct;
}
