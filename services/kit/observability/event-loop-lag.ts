import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

const NAME = 'nodejs_eventloop_lag_p99_seconds';
const WINDOW_MS = 10_000;

/**
 * The 99th percentile of the delay of this process's event loop, of the last ten seconds or of
 * those that run, whichever is more; seconds. prom-client's own metric of this name begins anew
 * whenever it is read, so that of two who read one after the other (a pair of Prometheus, an
 * operator beside one) the second one sees nothing.
 */
export function registerEventLoopLag(register: Registry): void {
  register.removeSingleMetric(NAME);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const seconds = () => (delay.count === 0 ? 0 : delay.percentile(99) / 1e9);
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
