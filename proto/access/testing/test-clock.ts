/**
 * The instant that unit and web tests take as the present, so that no result depends on the day of
 * the run. `TEST_CLOCK` (an ISO instant in UTC) sets another one: the long suite runs at many. It
 * lies beside the permissions because test code of every workspace may import them.
 */
export const TEST_NOW = new Date(process.env.TEST_CLOCK ?? '2026-09-16T15:00:00Z');
if (Number.isNaN(TEST_NOW.getTime()))
  throw new Error('TEST_CLOCK is not an ISO instant, such as 2028-02-29T12:00:00Z');
