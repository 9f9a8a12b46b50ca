const CLEAN_UPS = Symbol.for('portal.tests.cleanUps');
const shared = globalThis as { [CLEAN_UPS]?: (() => unknown)[] };

/**
 * Notes what is to be done when the test that runs has ended: for pieces that many test files share
 * and that begin something inside a test. The test runner does it, the last thing first.
 */
export function afterTest(cleanUp: () => unknown): void {
  shared[CLEAN_UPS] ??= [];
  shared[CLEAN_UPS].push(cleanUp);
}
