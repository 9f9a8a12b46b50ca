import { expectText } from '../expect.ts';
import { PARTS } from '../site/watch.ts';
import type { Walk } from '../walk.ts';

/** PostgreSQL is away as at a failover; the parts stay as they are. */
export const databaseAway: Walk = {
  alerts: ['PortalDatabaseAway'],
  cause: 'PostgreSQL is killed and does not come back by itself',
  async provoke({ portal, status }, scene) {
    const pids = () => PARTS.map((part) => portal.pid(part)).join();
    const before = pids();
    scene.defer(() => portal.up('postgres'));
    await portal.down('postgres');
    return {
      async follow() {
        expectText((await status()).out, /^payments +NO /m);
        await portal.up('postgres');
      },
      async healed() {
        if (pids() !== before) throw new Error('a part was restarted since its database was away');
      },
    };
  },
};
