import { TEST_NOW } from '@portal/access/testing/test-clock';

/**
 * Has the clock of this run begin at the fixed instant of tests, for all processes that inherit the
 * environment; an offset that is there already stays, 0 for a run by the machine's clock. A process
 * that goes by it has to call this before it imports kit's clock.
 */
export function startTestClock(env: NodeJS.ProcessEnv = process.env): void {
  env['DEPLOYMENT'] ??= 'development'; // production refuses such a clock
  env['TEST_CLOCK_OFFSET_MS'] ??= String(TEST_NOW.getTime() - Date.now());
}
