// Says what failed when it fails, and now and then how far a long stage has come; the results
// themselves go into a file. Keeps a list of the files that run right now where RUNNING_FILES says,
// for a run that is ended by its limit, and writes the file of ALL_BEGUN when none waits any more.
import { writeFileSync } from 'node:fs';

const EVERY_MS = 15_000;

export default class FailuresOnly {
  #passed = 0;
  #saidAt = Date.now();
  #running = new Set();
  #waiting = Number.POSITIVE_INFINITY;

  onRunStart({ numTotalTestSuites }) {
    this.#waiting = numTotalTestSuites;
  }

  onTestFileStart({ path }) {
    this.#running.add(path);
    this.#keep();
    this.#waiting -= 1;
    if (this.#waiting === 0 && process.env.ALL_BEGUN) writeFileSync(process.env.ALL_BEGUN, '');
  }

  onTestResult({ path }, result) {
    this.#running.delete(path);
    this.#keep();
    this.#passed += result.numPassingTests;
    if (result.failureMessage) process.stdout.write(`${result.failureMessage}\n`);
    if (Date.now() - this.#saidAt < EVERY_MS) return;
    this.#saidAt = Date.now();
    process.stdout.write(`    ${this.#passed} passed so far\n`);
  }

  #keep() {
    const file = process.env.RUNNING_FILES;
    if (file) writeFileSync(file, [...this.#running].join('\n'));
  }
}
