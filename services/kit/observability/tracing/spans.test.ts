import { expect, test } from '@jest/globals';
import { currentRequestId, newRequestId, withRequestId } from '../request-id.ts';
import { continueRequest, currentTraceParent } from './spans.ts';

test('later work of a request carries its id, also without tracing', async () => {
  const id = newRequestId();
  const traceParent = withRequestId(id, currentTraceParent);
  expect(traceParent).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-00$`));
  const later = await continueRequest('later', { traceParent, otherId: 'other' }, async (seen) => [
    seen,
    currentRequestId(),
  ]);
  expect(later).toEqual([id, id]);
});

test('work without a request has no origin, and an id of its own', async () => {
  expect(currentTraceParent()).toBeNull();
  expect(withRequestId('seed', currentTraceParent)).toBeNull();
  expect(
    await continueRequest('x', { traceParent: null, otherId: 'other' }, async (id) => id),
  ).toBe('other');
});
