let dispatcher: Promise<object> | undefined;

/** Loaded with the first request: most processes send none for a long time. */
async function loadDispatcher(): Promise<object> {
  const { Agent, Dispatcher1Wrapper } = await import('undici');
  // Node's fetch speaks to dispatchers as undici 7 did.
  return new Dispatcher1Wrapper(new Agent());
}

/**
 * As the global one (https://fetch.spec.whatwg.org), which in Node 24 ends the process where a service closes a
 * connection whose bytes are not all read (nodejs/undici#5360).
 */
export const fetch: typeof globalThis.fetch = async (input, init) => {
  const options = { ...init, dispatcher: await (dispatcher ??= loadDispatcher()) };
  return globalThis.fetch(input, options as RequestInit);
};
