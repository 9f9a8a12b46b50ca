import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

const NAME = 'nodejs_eventloop_lag_p99_seconds';
const WINDOW_MS = 10_000;
/** Milliseconds between two looks at the loop: each wakes an idle process. */
export const LAG_PRECISION_MS = 50;

/**
 * The 99th percentile of the delay of this process's event loop, of the last ten seconds or of the
 * current ten, whichever is higher; seconds. prom-client's own metric of this name restarts at each
 * scrape, so that of two scrapers in a row (a pair of Prometheus, or an operator beside one) the
 * second one sees nothing.
 */
export function registerEventLoopLag(register: Registry): void {
  register.removeSingleMetric(NAME);
  const delay = monitorEventLoopDelay({ resolution: LAG_PRECISION_MS });
  delay.enable();
  // Node measures the interval between two samples; the excess over the resolution is the delay
  const seconds = () =>
    delay.count === 0 ? 0 : Math.max(0, delay.percentile(99) / 1e9 - LAG_PRECISION_MS / 1000);
  let before = 0;
  setInterval(() => {
    before = seconds();
    delay.reset();
  }, WINDOW_MS).unref();
  new Gauge({
    name: NAME,
    help: 'The 99th percentile of the delay of the event loop, of the last ten seconds',
    registers: [register],
    collect() {
      this.set(Math.max(before, seconds()));
    },
  });
}
