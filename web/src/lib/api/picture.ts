import { queryOptions } from '@tanstack/react-query';

import { api } from '@/lib/session/session.ts';

import { asProblem, problemFromAnswer } from './problem.ts';

/**
 * A picture that only those signed in may see, as a `data:` address. Through fetch, because an image element cannot
 * carry the authorization header.
 * @param path under `/api`; it changes with the picture, so that what was fetched stays good
 */
export const pictureQuery = (path: string | null) =>
  queryOptions({
    queryKey: ['picture', path],
    queryFn: ({ signal }) => fetchPicture(path ?? '', signal),
    enabled: path !== null,
    staleTime: Infinity,
    retry: false,
  });

async function fetchPicture(path: string, signal: AbortSignal): Promise<string> {
  try {
    const answer = await api.withAuthority((headers) => fetch(`/api${path}`, { headers, signal }));
    if (!answer.ok) throw problemFromAnswer(answer.status, await answer.text(), null);
    return await dataUrlOf(await answer.blob());
  } catch (error) {
    throw asProblem(error);
  }
}

/** The bytes as a `data:` address. */
export function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')));
    reader.readAsDataURL(blob);
  });
}
