import { expect, test } from '@jest/globals';
import { newRequestId, writeTraceParent } from '../request-id.ts';
import { traceIdTaker } from './trace-ids.ts';

const header = (traceId: string): string =>
  writeTraceParent({ traceId, spanId: '00f067aa0ba902b7', isSampled: true });

test('an id is accepted once, and callers do not decide whether its trace is kept', () => {
  const take = traceIdTaker();
  const id = newRequestId();
  expect(take(header(id))).toEqual({ traceId: id, spanId: '00f067aa0ba902b7', isSampled: false });
  expect(take(header(id))).toBeNull();
});

test('remembers a bounded number of ids, including the last ones', () => {
  const take = traceIdTaker(10);
  const ids = Array.from({ length: 100 }, newRequestId);
  for (const id of ids) take(header(id));
  expect(ids.slice(-10).map((id) => take(header(id)))).toEqual(Array(10).fill(null));
  expect(take(header(ids[0] as string))).not.toBeNull();
});
