/** Runs a task for every item, at most `atOnce` at a time. @returns the results in the order of the items */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  task: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await task(items[index] as Item, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return results;
}
