import pg from 'pg';

/** Creates an error of the server as the driver throws it. */
export function databaseError(
  code: string,
  message: string,
  more: { constraint?: string; table?: string; column?: string } = {},
): Error {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), {
    severity: 'ERROR',
    code,
    ...more,
  });
}

/** The names of conditions that RAISE may use, with their codes. */
export const CONDITIONS: Readonly<Record<string, string>> = {
  integrity_constraint_violation: '23000',
  check_violation: '23514',
  raise_exception: 'P0001',
};
