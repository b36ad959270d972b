import { shown } from '@/lib/language/language.ts';

/** Makes what is costly at its first use: a formatter takes milliseconds of a phone's first paint. */
export function lazily<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** The same for each language that is shown. */
export function perLocale<Made extends object>(make: (locale: string) => Made): () => Made {
  const made: Record<string, Made> = {};
  return () => (made[shown.language] ??= make(shown.language));
}
