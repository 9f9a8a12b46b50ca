import { rmSync } from 'node:fs';
import { setForFile } from '@portal/kit/testing/after-test';
import { createClient } from 'redis';
import { sql } from '../../portal/databases.ts';
import { startPortal } from '../../start/start-portal.ts';
import { anyPlace, portalFolder } from '../../test/demo-data.ts';
import { NOTHING_LASTS } from '../../test/servers.ts';

const EVERY_MS = 500;

/**
 * A portal with demo data whose rate limits never interfere, without a switch for it in the
 * product: it trusts one proxy (TRUSTED_PROXIES), so each case comes from its own address, and
 * counters of accounts are deleted from the portal's own Redis and database twice a second.
 * PORTAL_URL and its kin are in the environment from then on.
 */
export async function startOwnPortal(
  say: (line: string) => void,
): Promise<{ url: string; logs: string; stop: () => Promise<void> }> {
  const dataDir = portalFolder('fuzz');
  const portal = await startPortal({
    env: { ...anyPlace, DATA_DIR: dataDir },
    parts: { bff: { env: { TRUSTED_PROXIES: '1' } } },
    postgresSettings: NOTHING_LASTS,
    report: say,
  });
  setForFile(portal.env);
  const redis = createClient({ url: portal.env['REDIS_URL'] ?? '' });
  redis.on('error', () => {});
  await redis.connect();
  const forget = async (): Promise<void> => {
    for await (const keys of redis.scanIterator({ MATCH: 'tries*', COUNT: 1000 }))
      if (keys.length > 0) await redis.del(keys);
    await sql('identity', 'DELETE FROM failed_try');
  };
  let forgetting = Promise.resolve();
  const timer = setInterval(() => {
    forgetting = forgetting.then(forget).catch(() => {}); // the next one tries again
  }, EVERY_MS);
  return {
    url: portal.env['PORTAL_URL'] ?? '',
    logs: `${dataDir}/logs`,
    stop: async () => {
      clearInterval(timer);
      await forgetting;
      redis.destroy();
      await portal.stop();
      if (!process.env['KEEP_DATA']) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
