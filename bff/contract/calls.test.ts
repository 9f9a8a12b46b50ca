import { expect, test } from '@jest/globals';
import { isPermission } from '@portal/access/permissions';
import * as z from 'zod';
import { calls } from './calls.ts';

test('no two calls have the same method and path, or the same name', () => {
  const places = calls.map(({ call }) => `${call.method} ${call.path}`);
  expect(new Set(places).size).toBe(places.length);
  expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length);
});

test.each(calls)('$name names a permission, and can be documented', ({ call }) => {
  expect(isPermission(call.permission)).toBe(true);
  for (const given of [call.answer, call.accepted])
    if (given) expect(() => z.toJSONSchema(given, { io: 'output' })).not.toThrow();
  for (const input of [call.body, call.query])
    if (input) expect(() => z.toJSONSchema(input, { io: 'input' })).not.toThrow();
});

test.each(calls.filter(({ call }) => call.method === 'GET'))(
  '$name changes nothing: no body, no key',
  ({ call }) => {
    expect([call.body, call.keyed, call.card]).toEqual([undefined, undefined, undefined]);
  },
);

test.each(calls.filter(({ call }) => call.card))('$name pays, so it takes a key', ({ call }) => {
  expect(call.keyed).toBe(true);
});
