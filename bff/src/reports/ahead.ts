/**
 * Yields the results of `work` for each item, in their order, while it works on the next ones, so
 * many at once. Reads the source one item after the other, and stops it when the consumer stops
 * early.
 */
export async function* ahead<Item, Made>(
  source: AsyncIterable<Item>,
  work: (item: Item) => Promise<Made>,
  atOnce: number,
): AsyncGenerator<Made> {
  const items = source[Symbol.asyncIterator]();
  const begin = () => {
    const made = items.next().then(async (item) => (item.done ? null : [await work(item.value)]));
    // the consumer gets the error
    made.catch(() => {});
    return made;
  };
  const coming = Array.from({ length: atOnce }, begin);
  try {
    for (;;) {
      const made = await coming.shift();
      if (!made) return;
      coming.push(begin());
      yield made[0] as Made;
    }
  } finally {
    void items.return?.();
  }
}

/**
 * Waits for the first item, so that an earlier failure can still become an error answer; null for
 * none.
 */
export async function begun<Item>(
  items: AsyncGenerator<Item>,
): Promise<AsyncIterable<Item> | null> {
  const first = await items.next();
  if (first.done) return null;
  async function* all() {
    try {
      yield first.value as Item;
      yield* items;
    } finally {
      await items.return(undefined);
    }
  }
  return all();
}
