import { afterEach, expect, jest, test } from '@jest/globals';
import {
  ConnectionError,
  NoRespondersError,
  RequestError,
  TimeoutError,
} from '@nats-io/transport-node';
import { log } from '../observability/log.ts';
import { runJob } from './jobs.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

/** The level at which a job's failure is logged. */
async function levelOf(error: Error): Promise<string | undefined> {
  const warn = jest.spyOn(log, 'warn').mockImplementation(() => {});
  const bad = jest.spyOn(log, 'error').mockImplementation(() => {});
  await runJob({ name: 'relay', everySeconds: 3600, run: () => Promise.reject(error) }).stop();
  return warn.mock.calls.length > 0 ? 'warn' : bad.mock.calls.length > 0 ? 'error' : undefined;
}

test.each([
  ['a broker that does not answer in time', new TimeoutError(), 'warn'],
  ['a broker whose stream is not there yet', new NoRespondersError('payments.>'), 'warn'],
  ['a request that got no answer', new RequestError('timeout'), 'warn'],
  ['a connection that is away', new ConnectionError('closed'), 'warn'],
  [
    'a database that is away',
    Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
    'warn',
  ],
  ['what nobody foresaw', new TypeError('x is not a function'), 'error'],
])('a job that fails by %s', async (_what, error, level) => {
  expect(await levelOf(error)).toBe(level);
});
