type CleanUp = () => unknown;

/**
 * The symbols under which the test runner keeps its callbacks for the end of a test, and of a file.
 */
const [OF_TEST, OF_FILE] = [
  Symbol.for('portal.tests.cleanUps'),
  Symbol.for('portal.tests.fileCleanUps'),
] as const;
const shared = globalThis as { [OF_TEST]?: CleanUp[]; [OF_FILE]?: CleanUp[] };

/**
 * Notes what is to be done when the test that runs has ended: for pieces that many test files share
 * and that begin something inside a test. The test runner does it, the last thing first.
 */
export function afterTest(cleanUp: CleanUp): void {
  shared[OF_TEST] ??= [];
  shared[OF_TEST].push(cleanUp);
}

/**
 * Gives environment variables these values until the test file that runs has ended; then they have
 * the values of before.
 */
export function setForFile(settings: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(settings)) {
    const before = process.env[name];
    process.env[name] = value;
    shared[OF_FILE] ??= [];
    shared[OF_FILE].push(() => {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    });
  }
}
