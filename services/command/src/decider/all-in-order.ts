/**
 * Waits for all, begun at once. Where several were refused, the first of them in the order given is what is thrown:
 * a repeat of the request is refused for the same.
 */
export async function allInOrder<const Asked extends readonly Promise<unknown>[]>(
  asked: Asked,
): Promise<{ -readonly [Place in keyof Asked]: Awaited<Asked[Place]> }> {
  const refused = (await Promise.allSettled(asked)).find(({ status }) => status === 'rejected');
  if (refused !== undefined) throw (refused as PromiseRejectedResult).reason;
  return Promise.all(asked);
}
