import pg from 'pg';

/** What the server refuses a statement with, as the driver throws it. */
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

/** Names of conditions that RAISE may give, by their codes. */
export const CONDITIONS: Readonly<Record<string, string>> = {
  integrity_constraint_violation: '23000',
  check_violation: '23514',
  raise_exception: 'P0001',
};
