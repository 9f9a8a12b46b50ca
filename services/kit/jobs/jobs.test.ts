import { afterEach, expect, jest, test } from '@jest/globals';
import {
  ConnectionError,
  NoRespondersError,
  RequestError,
  TimeoutError,
} from '@nats-io/transport-node';
import { onDueWork } from '../due-work.ts';
import { DomainError } from '../errors.ts';
import { log } from '../observability/log.ts';
import { isTraced, type Job, runJob } from './jobs.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

/** Returns the level at which a failure is logged of a job that started this many ms ago. */
async function levelOf(error: Error, ageMs: number): Promise<string | undefined> {
  jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(ageMs);
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
  ['an unavailable part', new DomainError(503, 'unavailable', 'Later.'), 'warn'],
  ['a bug', new TypeError('x is not a function'), 'error'],
])('a job that fails by %s is logged once it has run for a minute', async (_what, error, level) => {
  expect(await levelOf(error, 60_001)).toBe(level);
});

test('a job that fails while services start together logs only bugs', async () => {
  expect(await levelOf(new NoRespondersError('payments.>'), 60_000)).toBeUndefined();
  expect(await levelOf(new TypeError('x is not a function'), 60_000)).toBe('error');
});

const job: Job = { name: 'work', everySeconds: 1, run: async () => {} };
test.each([
  ['runs each half minute has a span for each run', { ...job, everySeconds: 30 }, true],
  ['polls each second has no spans', job, false],
  ['commits start has no spans', onDueWork({ ...job, onCommit: 'event' }), false],
])('a job that %s', (_what, of, traced) => {
  expect(isTraced(of)).toBe(traced);
});
