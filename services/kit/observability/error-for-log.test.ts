import { expect, test } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { unprocessable } from '../errors.ts';
import { log } from './log.ts';

const { err } = (log as unknown as Record<symbol, { err: (error: unknown) => unknown }>)[
  pino.symbols.serializersSym
] as {
  err: (error: unknown) => unknown;
};
const logged = (error: unknown): string => JSON.stringify(err(error));

const personal = /dana|student\.test|4321|2004-04-15/i;

test('logs place and reason of a database error, but not the data of its row', () => {
  const refused = new pg.DatabaseError(
    'new row for "dana@student.test" violates check constraint',
    10,
    'error',
  );
  Object.assign(refused, {
    severity: 'ERROR',
    code: '23514',
    detail: 'Failing row contains (12, Dana, Levi, 2004-04-15, 4321, dana@student.test).',
    where: 'COPY student, line 1: "Dana"',
    internalQuery: "SELECT 'dana@student.test'",
    table: 'student',
    constraint: 'student_last4_ssn_check',
  });
  expect(logged(refused)).not.toMatch(personal);
  expect(err(refused)).toMatchObject({
    code: '23514',
    table: 'student',
    constraint: 'student_last4_ssn_check',
  });
  expect((err(refused) as { stack: string }).stack).toContain('error-for-log.test.ts');
});

test('text that could not be read as JSON is not logged', () => {
  let unread: unknown;
  try {
    JSON.parse('{"firstName":"Dana","email":dana@student.test}');
  } catch (error) {
    unread = error;
  }
  expect(logged(unread)).not.toMatch(personal);
  expect(err(unread)).toMatchObject({ type: 'SyntaxError' });
});

test('does not log what a mail server wrote about an address', () => {
  const said = Object.assign(new Error('Invalid recipient dana@student.test'), {
    code: 'EENVELOPE',
    responseCode: 550,
    response: '550 dana@student.test: no such user',
    rejected: ['dana@student.test'],
  });
  expect(logged(said)).not.toMatch(personal);
  expect(err(said)).toMatchObject({ code: 'EENVELOPE' });
});

test('of a refusal only its code is logged, not the students that it names', () => {
  const refusal = unprocessable('duplicate_student', 'A student already exists.', {
    students: [{ firstName: 'Dana', last4Ssn: '4321' }],
  });
  expect(logged(refusal)).not.toMatch(personal);
  expect(err(refusal)).toMatchObject({ type: 'DomainError', code: 'duplicate_student' });
});

test('logs message and origin of a bug and of its cause', () => {
  const cause = new SyntaxError('Unexpected token in {"email":"dana@student.test"}');
  const seen = err(new Error('registered without a registration', { cause }));
  expect(seen).toMatchObject({
    type: 'Error',
    message: 'registered without a registration',
    cause: { type: 'SyntaxError' },
  });
  expect(JSON.stringify(seen)).not.toMatch(personal);
});

test.each([null, undefined, 'dana@student.test', 12])(
  'does not log a thrown value that is no error (%j)',
  (thrown) => {
    expect(logged(thrown)).not.toMatch(personal);
  },
);
