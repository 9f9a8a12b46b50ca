import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { aPortal, problemIn } from '../testing/portal.ts';

const aTraceId = (): string => randomUUID().replaceAll('-', '');
const headersOf = (id: string) => ({ traceparent: `00-${id}-00f067aa0ba902b7-01` });

test('a request keeps the id of its page, in its header and in the problem', async () => {
  const portal = await aPortal();
  const id = aTraceId();
  const answer = await fetch(`${portal.url}/api/getNothing`, { headers: headersOf(id) });
  expect(answer.headers.get('x-request-id')).toBe(id);
  expect(await problemIn(answer)).toMatchObject({ status: 404, requestId: id });
});

test('a repeated id is replaced by a new one', async () => {
  const portal = await aPortal();
  const id = aTraceId();
  const ask = async () =>
    (await fetch(`${portal.url}/healthz`, { headers: headersOf(id) })).headers.get('x-request-id');
  expect(await ask()).toBe(id);
  const other = await ask();
  expect(other).not.toBe(id);
  expect(other).toMatch(/^[0-9a-f]{32}$/);
});

test.each([
  undefined,
  '',
  'dana@student.test',
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-${'A'.repeat(32)}-00f067aa0ba902b7-01`,
  `01-${'a'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-${'a'.repeat(32)}-00f067aa0ba902b7-01-more`,
])('with %j for traceparent a request has an id of its own', async (traceparent) => {
  const portal = await aPortal();
  const headers: Record<string, string> = traceparent === undefined ? {} : { traceparent };
  const id = (await fetch(`${portal.url}/healthz`, { headers })).headers.get('x-request-id');
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(id).not.toBe('a'.repeat(32));
});

test('a page knows the id of the request that it came with', async () => {
  const portal = await aPortal();
  const answer = await fetch(`${portal.url}/login`);
  const [, config = '{}'] = /id="portal-config">([^<]*)</.exec(await answer.text()) ?? [];
  expect(JSON.parse(config)).toMatchObject({ requestId: answer.headers.get('x-request-id') });
});
