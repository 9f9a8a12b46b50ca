type CleanUps = Record<symbol, (() => unknown)[] | undefined>;

/** Runs the clean-ups that modules of kit registered under a symbol in reverse order. */
async function runNoted(symbol: symbol): Promise<void> {
  const noted = (globalThis as unknown as CleanUps)[symbol];
  const errors: unknown[] = [];
  for (let cleanUp = noted?.pop(); cleanUp; cleanUp = noted?.pop()) {
    try {
      await cleanUp();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'what a test left to do failed');
}

/** Does what `afterTest` has noted. */
export const endTest = (): Promise<void> => runNoted(Symbol.for('portal.tests.cleanUps'));
/** Does what `setForFile` has noted. */
export const endFile = (): Promise<void> => runNoted(Symbol.for('portal.tests.fileCleanUps'));
