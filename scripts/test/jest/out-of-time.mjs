// A machine of CI that is slow ends a run that takes too long, and then nothing of it counts. So a
// run may be told when it has to be done (TESTS_END_BY, milliseconds since 1970): what has not begun
// by then is skipped, and counted as such.
const endBy = Number(process.env.TESTS_END_BY ?? Number.POSITIVE_INFINITY);

/** Handles an event of jest-circus: takes out what begins too late, with the hooks around it. */
export function skipWhenOutOfTime(event) {
  if (Date.now() < endBy) return;
  if (event.name === 'run_describe_start') event.describeBlock.mode = 'skip';
  if (event.name === 'test_start') event.test.mode = 'skip';
}
