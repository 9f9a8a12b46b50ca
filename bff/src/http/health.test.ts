import { expect, test } from '@jest/globals';
import { aPortal } from '../testing/portal.ts';

test('the portal is live in any outage, and ready only if every service answers', async () => {
  const parts = { identity: true, redis: true };
  const portal = await aPortal({
    checks: {
      identity: async () => parts.identity,
      redis: async () => {
        if (!parts.redis) throw new Error('away');
        return true;
      },
    },
  });
  const ready = async () => {
    const answer = await portal.get('/readyz');
    return [answer.status, await answer.json()];
  };
  expect(await ready()).toEqual([200, { ready: true, parts: { identity: true, redis: true } }]);
  parts.redis = false;
  expect(await ready()).toEqual([503, { ready: false, parts: { identity: true, redis: false } }]);
  expect((await portal.get('/healthz')).status).toBe(200);
});
