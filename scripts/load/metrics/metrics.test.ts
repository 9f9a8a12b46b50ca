import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { observedBetween, quantile } from './histograms.ts';
import { growthOf } from './processes.ts';
import { startRecording } from './recording.ts';
import { parseMetrics, readParts, readPrometheus } from './samples.ts';
import { slopeOf } from './slope.ts';

const text = (fast: number, all: number, memory = 100) => `
# HELP portal_call_seconds Time of a call of /api
portal_call_seconds_bucket{le="0.1",call="/api/login",status="200"} ${fast}
portal_call_seconds_bucket{le="0.5",call="/api/login",status="200"} ${all}
portal_call_seconds_bucket{le="+Inf",call="/api/login",status="200"} ${all}
portal_call_seconds_sum{call="/api/login",status="200"} ${all / 10}
portal_call_seconds_count{call="/api/login",status="200"} ${all}
process_resident_memory_bytes ${memory * 1024 * 1024}
process_cpu_seconds_total ${all}
nodejs_version_info{version="v26"} 1
`;
const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that answers with these texts one after the other, then with the last again. */
async function serving(...texts: string[]): Promise<string> {
  const server = createServer((_, answer) =>
    answer.end(texts.length > 1 ? texts.shift() : texts[0]),
  );
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the portal’s own metrics', () => {
  test('are read as Prometheus’ text, without samples that the report does not use', () => {
    const samples = parseMetrics(text(3, 4), 'bff');
    expect(samples).toHaveLength(7);
    expect(samples[0]).toEqual({
      part: 'bff',
      process: 'bff',
      name: 'portal_call_seconds_bucket',
      labels: { le: '0.1', call: '/api/login', status: '200' },
      value: 3,
    });
  });

  test('count observations between two moments', () => {
    const [before, after] = [
      parseMetrics(text(90, 100), 'bff'),
      parseMetrics(text(140, 200), 'bff'),
    ];
    const [login] = observedBetween(before, after, { metric: 'portal_call_seconds', by: 'call' });
    // 50 within 100 ms, 50 between 100 and 500 ms
    expect(login).toMatchObject({ label: '/api/login', count: 100, totalMs: 10_000 });
    expect(login?.p50).toBeCloseTo(100);
    expect(login?.p95).toBeCloseTo(460);
  });

  test('of a restarted process count from zero', () => {
    const [before, after] = [parseMetrics(text(90, 100), 'bff'), parseMetrics(text(5, 10), 'bff')];
    const [login] = observedBetween(before, after, { metric: 'portal_call_seconds', by: 'call' });
    expect(login?.count).toBe(10);
  });

  test('without observations have no percentile, and beyond the last bound have that bound', () => {
    expect(quantile(new Map(), 0.5)).toBeNaN();
    expect(
      quantile(
        new Map([
          [1, 1],
          [Infinity, 10],
        ]),
        0.95,
      ),
    ).toBe(1);
  });

  test('are read from every service that answers', async () => {
    const bff = await serving(text(3, 4));
    const samples = await readParts({ bff, identity: 'http://127.0.0.1:1' })();
    expect(new Set(samples.map(({ part }) => part))).toEqual(new Set(['bff']));
  });

  test('of a cluster come from Prometheus, a process a pod', async () => {
    const answer = {
      data: {
        result: [
          {
            metric: { __name__: 'process_cpu_seconds_total', job: 'bff', pod: 'portal-bff-1' },
            value: [1, '7.5'],
          },
        ],
      },
    };
    const url = await serving(JSON.stringify(answer));
    expect(await readPrometheus(url, 'namespace="portal"')()).toEqual([
      {
        part: 'bff',
        process: 'portal-bff-1',
        name: 'process_cpu_seconds_total',
        labels: { pod: 'portal-bff-1' },
        value: 7.5,
      },
    ]);
  });

  test('are recorded from the first reading to the last', async () => {
    const bff = await serving(text(1, 1, 100), text(2, 3, 140));
    const recording = await startRecording(readParts({ bff }), 60_000);
    const { readings, after } = await recording.stop();
    expect(readings.map(({ memoryMb, cpuSeconds }) => [memoryMb, cpuSeconds])).toEqual([
      [100, 1],
      [140, 3],
    ]);
    expect(after.find(({ name }) => name === 'process_cpu_seconds_total')?.value).toBe(3);
  });

  test('end the recording before it begins when no service gives any', async () => {
    await expect(startRecording(readParts({ bff: 'http://127.0.0.1:1' }), 1_000)).rejects.toThrow(
      'No part of the portal gives metrics.',
    );
  });
});

describe('growth of memory', () => {
  const minute = 60_000;
  const hourLong = (memoryAt: (minutes: number) => number) =>
    Array.from({ length: 61 }, (_, minutes) => ({
      at: minutes * minute,
      memoryMb: memoryAt(minutes),
    }));

  test('is that of the line through the readings', () => {
    const slope = slopeOf([0, 1, 2, 3].map((hours) => ({ hours, value: 100 + 12 * hours })));
    expect(slope?.perHour).toBeCloseTo(12);
    expect(slope?.error).toBeCloseTo(0);
  });

  test('leaves the warm-up out', () => {
    const warmed = hourLong((minutes) => (minutes < 15 ? 100 + 10 * minutes : 250));
    expect(growthOf(warmed)?.perHour).toBeCloseTo(0);
  });

  test('finds a leak despite the swings of the collector', () => {
    const leaking = hourLong((minutes) => 200 + minutes + (minutes % 2 ? 8 : -8));
    expect(growthOf(leaking)?.perHour).toBeCloseTo(60, -1);
  });

  test('is unknown after a short run', () => {
    expect(growthOf(hourLong(() => 1).slice(0, 15))).toBeUndefined();
    expect(slopeOf([{ hours: 0, value: 1 }])).toBeUndefined();
  });
});
