import { expect, test } from '@jest/globals';
import { CHARGE_HEARD_MS, CHARGE_MS } from './charge-time.ts';
import { serverOptions } from './server-options.ts';

test('an old connection is not closed while a call on it is pending', () => {
  expect(serverOptions['grpc.max_connection_age_grace_ms']).toBeGreaterThan(CHARGE_HEARD_MS);
  expect(CHARGE_HEARD_MS).toBeGreaterThan(CHARGE_MS);
});
