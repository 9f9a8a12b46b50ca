import { expect, test } from '@jest/globals';
import { registrationErrors } from '@portal/proto/errors/registration';
import { conflict, errorsOf, unavailable } from '../../errors.ts';
import { isErrorOf, withErrorsOf } from './service-errors.ts';

test('an error belongs to the service or a dependency, by code, status and sentence', () => {
  const { detail } = registrationErrors.session_full;
  expect(isErrorOf('registration', errorsOf(registrationErrors)('session_full'))).toBe(true);
  expect(isErrorOf('registration', conflict('session_full', detail))).toBe(true);
  expect(isErrorOf('registration', conflict('session_full', 'No seats'))).toBe(false);
  expect(isErrorOf('registration', conflict('no_such_code', detail))).toBe(false);
  expect(isErrorOf('payments', conflict('session_full', detail))).toBe(true);
  expect(isErrorOf('catalog', conflict('session_full', detail))).toBe(false);
  expect(isErrorOf('transcripts', unavailable())).toBe(true);
});

test('a stand-in that refuses in its own words fails the test that uses it', async () => {
  const refuses = () => Promise.reject(conflict('session_full', 'No seats'));
  await expect(withErrorsOf('registration', refuses)).rejects.toThrow(
    'registration has no error 409 session_full: No seats',
  );
});
