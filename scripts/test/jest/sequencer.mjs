// Sorts long files first, by their last duration, so that no worker has one left when the others
// are done. Shuffles short ones by the seed that the run prints, so that none depends on the file
// before it.
import { readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

const SHORT_MS = 2_000;
/** Of a file that has not run here yet: a long one has 10,000 bytes. */
const BYTES_PER_MS = 5;

const ROOT = join(import.meta.dirname, '../../..');
/** Seconds of files that take longer than their size suggests, for the first run of a clone. */
const LONG_FILES = JSON.parse(
  readFileSync(join(import.meta.dirname, '../costs/long-files.json'), 'utf8'),
);

/** The expected duration of a file in milliseconds. */
const expectedMs = ({ path, duration }) => {
  const seconds = LONG_FILES[relative(ROOT, path)];
  if (duration !== undefined) return duration;
  return seconds === undefined ? statSync(path).size / BYTES_PER_MS : seconds * 1000;
};

export default class LongFirst extends Sequencer {
  #random;

  constructor({ globalConfig, ...more }) {
    super({ globalConfig, ...more });
    this.#random = randomBy(globalConfig.seed);
  }

  sort(tests) {
    // Jest's own order, which is the same in each run; it also finds the last durations
    const timed = super.sort(tests).map((test) => ({ test, ms: expectedMs(test) }));
    const long = timed.filter(({ ms }) => ms >= SHORT_MS).sort((one, two) => two.ms - one.ms);
    const short = timed
      .filter(({ ms }) => ms < SHORT_MS)
      .map((one) => ({ ...one, at: this.#random() }))
      .sort((one, two) => one.at - two.at);
    return [...long, ...short].map(({ test }) => test);
  }
}

/** Numbers from 0 up to 1 that one seed gives always alike (mulberry32). */
function randomBy(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
