/** What `afterTest` of kit notes, to be run when the test that runs has ended. */
const CLEAN_UPS = Symbol.for('portal.tests.cleanUps');

/** Runs what the test has left to do at its end, the last thing first; all of it, then the errors. */
export async function runCleanUps(): Promise<void> {
  const noted = (globalThis as { [CLEAN_UPS]?: (() => unknown)[] })[CLEAN_UPS];
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
