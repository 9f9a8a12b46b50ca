import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { log } from '@portal/kit/observability/log';
import {
  type StallingNetwork,
  stallingNetwork,
} from '@portal/kit/testing/processes/stalling-network';
import { answerWithin, connectRedis, type Redis } from './redis.ts';

let network: StallingNetwork;
let redis: Redis;
afterEach(() => {
  redis.destroy();
  network.close();
});

const answers = () =>
  answerWithin(redis.ping()).then(
    () => true,
    () => false,
  );

test.each([
  { stalled: 'no data on its connection arrives any more', all: false },
  { stalled: 'nothing arrives on new connections either, for a while', all: true },
])('a Redis that is there again answers again though $stalled', async ({ all }) => {
  network = await stallingNetwork(process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379');
  redis = connectRedis(network.url, log);
  await redis.connect();
  expect(await answers()).toBe(true);
  network.stall(all);
  expect(await answers()).toBe(false);
  network.mend();
  while (!(await answers())) await pause(50); // for ever, without a watch over the connection
});
