const SHORTEST_MS = 1_000;

/**
 * Returns the pause between two runs of a job in milliseconds. TEST_JOB_SPEED divides pauses of
 * more than a second, to a second at least; it is for tests alone, and throws everywhere else.
 */
export function jobPauseMs(
  everySeconds: number,
  env: Readonly<Record<string, string | undefined>> = process.env,
): number {
  const usualMs = everySeconds * 1000;
  const speed = env.TEST_JOB_SPEED;
  if (!speed) return usualMs;
  if (env.NODE_ENV !== 'test')
    throw new Error('TEST_JOB_SPEED has jobs run more often and is for tests only: remove it.');
  if (!(Number(speed) >= 1))
    throw new Error(`TEST_JOB_SPEED must be a number from 1, not "${speed}".`);
  return Math.min(usualMs, Math.max(SHORTEST_MS, usualMs / Number(speed)));
}
