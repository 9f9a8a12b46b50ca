// Tests that lean on others' results come after them: pacts are verified once they are written,
// load comes when all else is done.
import Sequencer from '@jest/test-sequencer';

const ORDER = [
  'unit',
  'web',
  'parts',
  'pact',
  'verify',
  'charts',
  'calls',
  'journeys-student',
  'journeys-office',
  'faults',
  'fuzz',
  'load',
];

export default class InOrder extends Sequencer {
  sort(tests) {
    const place = (test) => ORDER.indexOf(test.context.config.displayName?.name);
    return [...super.sort(tests)].sort((a, b) => place(a) - place(b));
  }
}
