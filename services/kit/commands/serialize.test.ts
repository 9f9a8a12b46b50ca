import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { conflict, DomainError } from '../errors.ts';
import {
  bodyHash,
  deserialize,
  firstAnswer,
  requestHash,
  serialize,
  serializeError,
} from './serialize.ts';

test('an answer comes out of the database as it went in, dates too', () => {
  const answer = {
    id: 1,
    at: new Date('2026-03-02T15:00:00Z'),
    parts: [{ at: new Date(0), left: undefined, none: null }],
  };
  expect(deserialize(JSON.parse(JSON.stringify(serialize(answer))))).toEqual(answer);
});

test('the fingerprint of a body does not depend on the order of its fields', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      (body) => bodyHash(body) === bodyHash(Object.fromEntries(Object.entries(body).reverse())),
    ),
  );
});

test('the key covers the student whom staff act for; the body covers everyone else', () => {
  const hashOf = (kind: 'staff' | 'student' | 'service', studentId?: number) =>
    requestHash(
      {
        kind,
        id: 1,
        roles: [],
        name: 'x',
        via: 'bff',
        ...(studentId === undefined ? {} : { studentId }),
      },
      { examId: 7 },
    );
  expect(new Set([hashOf('staff'), hashOf('staff', 1), hashOf('staff', 2)]).size).toBe(3);
  expect(hashOf('staff', 2)).toBe(hashOf('staff', 2));
  expect(
    new Set([hashOf('student', 1), hashOf('service', 2), hashOf('staff'), bodyHash({ examId: 7 })])
      .size,
  ).toBe(1);
});

test('refuses a key that is repeated with another body', () => {
  expect(() => firstAnswer({ bodyHash: 'a', answer: 1, refusal: null }, 'b')).toThrow(
    'idempotency_key_reused',
  );
});

test('a kept refusal is thrown again with all it said', () => {
  const refusal = JSON.parse(
    serializeError(conflict('session_full', 'Session full', { seatsLeft: 0 })),
  );
  const again = () => firstAnswer({ bodyHash: 'a', answer: null, refusal }, 'a');
  expect(again).toThrow(DomainError);
  expect(again).toThrow(
    expect.objectContaining({
      status: 409,
      code: 'session_full',
      detail: 'Session full',
      extra: { seatsLeft: 0 },
    }),
  );
});
