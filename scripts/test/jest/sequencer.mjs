// Sorts long files first, by their last duration or else by their size, so that no worker has one
// left when the others are done. Shuffles short ones by the seed that the run prints, so that none
// depends on the file before it.
import { statSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

const SHORT_MS = 2_000;
/** Size from which a file that has not run here yet counts as long. */
const LONG_BYTES = 10_000;

export default class LongFirst extends Sequencer {
  #random;

  constructor({ globalConfig, ...more }) {
    super({ globalConfig, ...more });
    this.#random = randomBy(globalConfig.seed);
  }

  sort(tests) {
    const sorted = super.sort(tests);
    const isLong = ({ path, duration }) =>
      duration === undefined ? statSync(path).size >= LONG_BYTES : duration >= SHORT_MS;
    const long = sorted.filter(isLong);
    const short = sorted
      .filter((test) => !isLong(test))
      .map((test) => [this.#random(), test])
      .sort(([one], [other]) => one - other)
      .map(([, test]) => test);
    return [...long, ...short];
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
