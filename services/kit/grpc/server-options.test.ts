import { expect, test } from '@jest/globals';
import { CHARGE_HEARD_MS, CHARGE_MS } from './charge-time.ts';
import { serverOptions } from './server-options.ts';

test('a connection that is too old is not cut off under a call that somebody still waits for', () => {
  expect(serverOptions['grpc.max_connection_age_grace_ms']).toBeGreaterThan(CHARGE_HEARD_MS);
  expect(CHARGE_HEARD_MS).toBeGreaterThan(CHARGE_MS);
});
