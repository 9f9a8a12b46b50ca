import { until } from '../../portal/until.ts';
import { again } from '../again.ts';
import type { Walk } from '../walk.ts';

/** A pod is killed again each time it has started. */
export const restarts: Walk = {
  alerts: ['PortalRestarts'],
  cause: 'seminary is killed five times, as for exceeding its memory',
  factor: 20,
  async provoke({ portal, watch }) {
    const deaths = portal.deaths('seminary');
    const startedAt = () =>
      watch.value('max(process_start_time_seconds{job="seminary"})').then((value) => value ?? 0);
    for (let killed = 0; killed < 5; killed++) {
      const before = await startedAt();
      portal.kill('seminary');
      await until(startedAt, (started) => started > before, 30, 100);
    }
    return {
      async follow() {
        // the supervisor counts restarts as `kubectl describe pod` does
        if (portal.deaths('seminary') - deaths !== 5) throw new Error('it did not die five times');
        await portal.ready('seminary');
      },
    };
  },
};

/** A service computes for so long that it answers no requests. */
export const eventLoopBlocked: Walk = {
  alerts: ['PortalEventLoopBlocked'],
  cause: 'transcripts computes for half a second at a time',
  async provoke({ keepBusy }, scene) {
    let isBusy = true;
    again(
      scene,
      async () => {
        if (isBusy) keepBusy('transcripts', 500);
      },
      700,
    );
    return {
      async follow() {
        isBusy = false; // the call that the traces showed is no longer made
      },
    };
  },
};
