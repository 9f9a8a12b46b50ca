import { afterEach, expect, test } from '@jest/globals';
import { Gauge, register } from 'prom-client';
import { metricsInTime } from '../../admin-server.ts';
import { databaseGauge, type Sample } from './database-gauge.ts';

const NAME = 'portal_test_rows';
const down: Sample[] = [{ labels: { table: 'inbox' }, value: -1 }];
const aGauge = (read: () => Promise<readonly Sample[]>) =>
  databaseGauge({ name: NAME, help: 'rows', labelNames: ['table'] }, read, down, 20);
const hang = () => new Promise<never>(() => {});
const shown = () => register.getSingleMetricAsString(NAME);

afterEach(() => {
  for (const name of [NAME, 'portal_test_other']) register.removeSingleMetric(name);
});

test('a gauge shows what the database answers', async () => {
  aGauge(async () => [{ labels: { table: 'inbox' }, value: 3 }]);
  expect(await shown()).toContain('{table="inbox"} 3');
});

test.each([
  { does: 'refuses', read: () => Promise.reject(new Error('refused')) },
  { does: 'hangs', read: hang },
])('a gauge shows -1 while the database $does', async ({ read }) => {
  aGauge(read);
  expect(await shown()).toContain('{table="inbox"} -1');
});

test('a query that hangs is not sent again until it ends', async () => {
  const ends: ((samples: Sample[]) => void)[] = [];
  aGauge(() => new Promise((resolve) => ends.push(resolve)));
  await shown();
  await shown();
  expect(ends).toHaveLength(1);
  ends[0]?.([]);
  await shown();
  await shown();
  expect(ends).toHaveLength(2);
});

test('a metric that waits for something else is left out, the others arrive', async () => {
  new Gauge({ name: NAME, help: 'waits', collect: hang });
  new Gauge({ name: 'portal_test_other', help: 'other' }).set(7);
  const text = await metricsInTime(20);
  expect(text).toContain('portal_test_other 7');
  expect(text).not.toContain(NAME);
});
