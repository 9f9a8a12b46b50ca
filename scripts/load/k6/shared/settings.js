// Settings of a run: `k6 run -e NAME=value`, or by scripts/load/main.ts.
//   BASE_URL  the portal                                             http://localhost:8080
//   RATE      iterations a second at the peak                        each scenario's own
//   DURATION  how long: 90s, 2m, 1h                                  each scenario's own
//   SLACK     limits on time and dropped iterations times so much,
//             'none' leaves them out and keeps those on correctness  1
//   SUMMARY   file for k6's summary as JSON                          none

export const base = (__ENV.BASE_URL || 'http://localhost:8080').replace(/\/+$/, '');

/**
 * A number of the environment.
 * @param {string} name
 * @param {number} fallback
 */
export const numberOf = (name, fallback) => Number(__ENV[name] || fallback);

/** Null: only correctness counts. */
export const slack = __ENV.SLACK === 'none' ? null : numberOf('SLACK', 1);

/**
 * Seconds of a time as k6 writes it.
 * @param {string} text
 */
export function secondsOf(text) {
  const unit = { h: 3600, m: 60, s: 1 };
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)([hms])/g)];
  if (parts.length === 0) throw new Error(`DURATION must be like 90s, 2m or 1h, not ${text}`);
  return parts.reduce((sum, [, count, letter]) => sum + Number(count) * unit[letter], 0);
}

/**
 * How fast and how long: iterations a second and seconds.
 * @param {{ rate: number, duration: string }} usual
 */
export function pace(usual) {
  const rate = numberOf('RATE', usual.rate);
  return { rate, seconds: secondsOf(__ENV.DURATION || usual.duration) };
}

/**
 * Returns a scenario whose iterations begin at a steady rate, even while earlier ones run. A rate
 * below one a second is given by the minute, since k6 takes only whole numbers.
 * @param {string} exec
 * @param {{ rate: number, seconds: number, iterationSeconds?: number }} pace `iterationSeconds`:
 *   how long an iteration may take before others are dropped for want of virtual users
 */
export function steady(exec, { rate, seconds, iterationSeconds = 4 }) {
  const byMinute = !Number.isInteger(rate);
  const vus = Math.max(2, Math.ceil(rate * iterationSeconds));
  return {
    executor: 'constant-arrival-rate',
    exec,
    rate: byMinute ? Math.max(1, Math.round(rate * 60)) : rate,
    timeUnit: byMinute ? '1m' : '1s',
    duration: `${seconds}s`,
    preAllocatedVUs: vus,
    gracefulStop: '60s',
  };
}
