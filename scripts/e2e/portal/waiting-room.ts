import { login } from '@portal/contract/students/auth';
import { createClient } from 'redis';
import { Person } from '../people/person.ts';
import { until } from './until.ts';

const COUNTERS = '{waiting-room}:counters';

/**
 * Puts so many people before everybody who comes from now on, as they would stand in Redis; each is
 * called in turn. Resolves when the BFF has heard of them.
 */
export async function othersWait(many: number): Promise<void> {
  const redis = createClient({ url: process.env['REDIS_URL'] ?? '' });
  await redis.connect();
  await redis.hIncrBy(COUNTERS, 'given', many);
  await redis.close();
  const nobody = { email: 'nobody@student.test', password: 'Right4Tests!' };
  await until(
    () => new Person().ask(login, nobody),
    ({ body }) => body.code === 'waiting_room',
    5,
    100,
  );
}
