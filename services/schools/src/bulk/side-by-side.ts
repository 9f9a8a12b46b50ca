/** Works on all of a list, at most so many at once; every one is tried, then the first failure is thrown. */
export async function sideBySide<T>(list: readonly T[], atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const waiting = list.values();
  const failures: unknown[] = [];
  const worker = async () => {
    for (const one of waiting) await work(one).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, list.length) }, worker));
  if (failures.length > 0) throw failures[0];
}
