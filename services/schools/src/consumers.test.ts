import { expect, test } from '@jest/globals';
import { allowedAtNats, neededAtNats } from '@portal/kit/testing/events/nats-permissions';
import { consumers } from './consumers.ts';

test('NATS allows this service to consume exactly its own subjects', () => {
  // scripts/start/servers/nats-config.ts lists the permissions
  expect(allowedAtNats('schools')).toEqual(neededAtNats('schools', consumers));
});
