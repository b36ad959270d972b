/** Polls until the answer is not undefined; fails with the last error or a time-out. */
export async function until<Value>(
  what: string,
  probe: () => Promise<Value | undefined>,
  timeoutMs = 30_000,
): Promise<Value> {
  const deadline = Date.now() + timeoutMs;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      const value = await probe();
      if (value !== undefined) return value;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`gave up waiting: ${what}`, { cause: last });
}
