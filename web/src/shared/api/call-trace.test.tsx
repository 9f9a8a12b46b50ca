import { afterEach, expect, test } from '@jest/globals';
import { PAGE_SPANS_PATH } from '@portal/contract/pages/page-spans-path';
import { screen, waitFor } from '@testing-library/react';
import { show } from '../testing.tsx';
import { CallError } from '../ui/feedback.tsx';
import { api, type CallFailure, send } from './client.ts';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const colleges = api.getColleges;
interface Sent {
  path: string;
  traceparent: string | null;
  body: string;
}
/** Answers each call, and gives what came. */
function answering(answer: () => Response | Error): Sent[] {
  const sent: Sent[] = [];
  globalThis.fetch = async (path, { headers, body } = {}) => {
    const traceparent = new Headers(headers).get('traceparent');
    sent.push({ path: String(path), traceparent, body: String(body) });
    const given = answer();
    if (given instanceof Error) throw given;
    return given;
  };
  return sent;
}
const failureOf = (call: Promise<unknown>): Promise<CallFailure> =>
  call.then(
    () => Promise.reject(new Error('it was answered')),
    (error: CallFailure) => error,
  );

test('each call has a trace of its own', async () => {
  const sent = answering(() => new Response('[]'));
  await send(colleges, {});
  await send(colleges, {});
  expect(sent.length).toBe(2);
  for (const { traceparent } of sent)
    expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  expect(sent[0]?.traceparent).not.toBe(sent[1]?.traceparent);
});

test('of a call that was not answered the page shows the id that it was sent with', async () => {
  const sent = answering(() => new TypeError('no connection'));
  const failure = await failureOf(send(colleges, {}));
  const id = sent[0]?.traceparent?.split('-')[1] as string;
  show(<CallError error={failure} />);
  expect(screen.getByText(id)).toBeTruthy();
});

test.each([
  { status: 500, shows: true },
  { status: 503, shows: true },
  { status: 409, shows: false },
])('of a $status the page shows the id of the answer: $shows', async ({ status, shows }) => {
  const requestId = 'a'.repeat(32);
  const problem = JSON.stringify({ status, code: 'x', detail: 'No.', requestId });
  const headers = { 'content-type': 'application/problem+json' };
  answering(() => new Response(problem, { status, headers }));
  show(<CallError error={await failureOf(send(colleges, {}))} />);
  expect(screen.queryByText(requestId) !== null).toBe(shows);
});

test('reports a traced call by path, time and status, and nothing of its content', async () => {
  const proof = { 'portal-trace': 'proof' };
  const sent = answering(() => new Response('[]', { headers: proof }));
  await send(api.getOpenedSessions, { locationId: 13 });
  await import('./page-spans.ts');
  window.dispatchEvent(new Event('pagehide')); // a page that is left reports at once
  await waitFor(() => expect(sent.length).toBe(2));
  const report = sent.find(({ path }) => path === PAGE_SPANS_PATH);
  const [, traceId, spanId] = sent[0]?.traceparent?.split('-') ?? [];
  const numbers = { ms: expect.any(Number), agoMs: expect.any(Number) };
  expect(JSON.parse(report?.body ?? '{}')).toEqual({
    spans: [
      { traceId, spanId, proof: 'proof', path: '/api/getOpenedSessions', status: 200, ...numbers },
    ],
  });
});

test('a call whose trace is not kept is reported nowhere', async () => {
  const sent = answering(() => new Response('[]'));
  await send(colleges, {});
  window.dispatchEvent(new Event('pagehide'));
  expect(sent.map(({ path }) => path)).toEqual(['/api/getColleges']);
});
