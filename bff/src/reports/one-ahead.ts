/**
 * The same items, each asked for while the one before is being used: no more than one waits. Whoever
 * stops early stops the source.
 */
async function* oneAhead<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const items = source[Symbol.asyncIterator]();
  const ask = () => {
    const asked = items.next();
    // whoever comes for it hears of it
    asked.catch(() => {});
    return asked;
  };
  try {
    for (let coming = ask(); ; ) {
      const { done, value } = await coming;
      if (done) return;
      coming = ask();
      yield value;
    }
  } finally {
    void items.return?.();
  }
}

/**
 * Waits for the first item, so that what fails before it can still be told; null when there is none.
 * Then as oneAhead.
 */
export async function begun<Item>(
  source: AsyncIterable<Item>,
): Promise<AsyncIterable<Item> | null> {
  const items = oneAhead(source);
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
