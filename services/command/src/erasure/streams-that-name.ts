import type { Mentions } from '@lacre/personal-data';

/** Streams of the log that hold data of any of them. */
export async function streamsThatName(
  { mentions }: { mentions: Mentions },
  subjects: readonly string[],
): Promise<string[]> {
  const found = await Promise.all(subjects.map((subject) => mentions.streamsOf(subject)));
  return [...new Set(found.flat())];
}
