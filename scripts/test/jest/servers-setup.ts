import { startTestServers } from '../servers.ts';
import { startTestClock } from '../test-clock.ts';
import { keep } from './kept.ts';

/** Starts PostgreSQL, NATS and Redis, except those that the environment names. */
export default async function setUp(): Promise<void> {
  startTestClock();
  if (
    process.env['TEST_POSTGRES_URL'] &&
    process.env['TEST_NATS_URL'] &&
    process.env['TEST_REDIS_URL']
  )
    return;
  const servers = await startTestServers();
  keep('servers', servers.stop);
  Object.assign(process.env, {
    TEST_POSTGRES_URL: servers.postgresUrl,
    TEST_NATS_URL: servers.natsUrl,
    TEST_REDIS_URL: servers.redisUrl,
  });
}
