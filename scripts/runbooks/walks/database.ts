import { expectText } from '../expect.ts';
import { COMPONENTS } from '../site/watch.ts';
import type { Walk } from '../walk.ts';

/** PostgreSQL is down, as during a failover; the services keep running. */
export const databaseDown: Walk = {
  alerts: ['PortalDatabaseAway'],
  cause: 'PostgreSQL is killed and not restarted',
  async provoke({ portal, status }, scene) {
    const pids = () => COMPONENTS.map((part) => portal.pid(part)).join();
    const before = pids();
    scene.defer(() => portal.up('postgres'));
    await portal.down('postgres');
    return {
      async follow() {
        expectText((await status()).out, /^payments +NO /m);
        await portal.up('postgres');
      },
      async healed() {
        if (pids() !== before)
          throw new Error('a service was restarted because its database was down');
      },
    };
  },
};
