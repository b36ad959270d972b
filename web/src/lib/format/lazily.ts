/** Makes what is costly at its first use: a formatter takes milliseconds of a phone's first paint. */
export function lazily<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
