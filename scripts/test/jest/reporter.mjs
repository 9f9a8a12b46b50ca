// Says what failed when it fails, and now and then how far a long stage has come; the results
// themselves go into a file.
const EVERY_MS = 15_000;

export default class FailuresOnly {
  #passed = 0;
  #saidAt = Date.now();

  onTestResult(_test, result) {
    this.#passed += result.numPassingTests;
    if (result.failureMessage) process.stdout.write(`${result.failureMessage}\n`);
    if (Date.now() - this.#saidAt < EVERY_MS) return;
    this.#saidAt = Date.now();
    process.stdout.write(`    ${this.#passed} passed so far\n`);
  }
}
