import { afterEach, expect, test } from '@jest/globals';
import { MAX_PAGE_SPANS, PAGE_SPANS_PATH } from '@portal/contract/pages/page-spans-path';
import { type PageSpan, recordPageSpansBy } from '@portal/kit/observability/tracing/page-span';
import { aPortal } from '../../testing/portal.ts';
import { createPageSpanProofs } from './proofs.ts';

const proofs = createPageSpanProofs(() => 'a secret of tests');
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const aSpan = (about = {}) => ({
  traceId,
  spanId: '00f067aa0ba902b7',
  proof: proofs.of(traceId),
  path: '/api/getColleges',
  agoMs: 120.5,
  ms: 20,
  status: 200,
  ...about,
});

afterEach(() => recordPageSpansBy(() => {}));

/** The recorded spans of a report. */
async function recorded(body: unknown): Promise<PageSpan[]> {
  const found: PageSpan[] = [];
  recordPageSpansBy((span) => found.push(span));
  const portal = await aPortal();
  const answer = await fetch(`${portal.url}${PAGE_SPANS_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  return found;
}

test('pages report path, time and status of the calls of a kept trace', async () => {
  expect(await recorded({ spans: [aSpan()] })).toEqual([
    {
      traceId,
      spanId: '00f067aa0ba902b7',
      method: 'GET',
      path: '/api/getColleges',
      agoMs: 120.5,
      ms: 20,
      status: 200,
    },
  ]);
});

test.each<{ what: string; body: unknown }>([
  {
    what: 'a trace that the portal does not keep',
    body: { spans: [aSpan({ traceId: 'a'.repeat(32) })] },
  },
  { what: 'a proof that is none', body: { spans: [aSpan({ proof: '' })] } },
  { what: 'a path that is no call', body: { spans: [aSpan({ path: '/create/12/s3cretToken' })] } },
  { what: 'a query', body: { spans: [aSpan({ path: '/api/getColleges?email=dana' })] } },
  { what: 'a call that lasts into the future', body: { spans: [aSpan({ ms: 121 })] } },
  { what: 'a field of its own', body: { spans: [aSpan({ email: 'dana@student.test' })] } },
  { what: 'too many', body: { spans: Array.from({ length: MAX_PAGE_SPANS + 1 }, () => aSpan()) } },
  { what: 'no JSON', body: '{' },
  { what: 'what is too large', body: JSON.stringify({ spans: [], x: 'x'.repeat(20_000) }) },
])('nothing is recorded of a report with $what', async ({ body }) => {
  expect(await recorded(body)).toEqual([]);
});

test('limits a browser that reports without end', async () => {
  const portal = await aPortal();
  const send = () => fetch(`${portal.url}${PAGE_SPANS_PATH}`, { method: 'POST' });
  const statuses: number[] = [];
  for (let sent = 0; sent < 61; sent++) statuses.push((await send()).status);
  expect(statuses.slice(0, 60).every((status) => status === 204)).toBe(true);
  expect(statuses[60]).toBe(429);
});
