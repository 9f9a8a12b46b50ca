/**
 * Starts work at a rate per second, whether earlier work is done or not; returns the results per
 * second. `due`: when the work should have started.
 */
export async function atRate(
  perSecond: number,
  seconds: number,
  work: (n: number, due: number) => Promise<void>,
): Promise<number> {
  const started = performance.now();
  const answers: Promise<void>[] = [];
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = started + (n * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((next) => setTimeout(next, wait));
    answers.push(work(n, due));
  }
  await Promise.all(answers);
  return answers.length / ((performance.now() - started) / 1000);
}

export const percentile95 = (times: number[]): number =>
  times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY;
