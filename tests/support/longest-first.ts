/** Files that take minutes, from the root, longest first. */
export const LONG_FILES = [
  'tests/journeys/screens/every-dialog.test.ts',
  'tests/journeys/screens/every-failure.test.ts',
  'tests/installation/demo.test.ts',
] as const;

interface TestFile {
  moduleId: string;
}

/**
 * The same files, long ones before the others. Where vitest has no durations, as in a fresh clone, it begins larger files
 * first: one that opens every dialog in thirty lines would begin among the last, and run alone while a worker is idle.
 */
export function longestFirst<File extends TestFile>(files: readonly File[]): File[] {
  const rank = ({ moduleId }: TestFile) => LONG_FILES.findIndex((path) => moduleId.endsWith(`/${path}`));
  const long = files.filter((file) => rank(file) !== -1).toSorted((a, b) => rank(a) - rank(b));
  return [...long, ...files.filter((file) => rank(file) === -1)];
}
