/** The code of an error: an SQLSTATE of the server, or a name of the operating system. */
const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/**
 * A migration changed the columns of a statement that this connection had prepared. The statement
 * had no effect; a new connection prepares it again.
 */
export const isOutdatedPlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && String((error as Error).message).startsWith('cached plan');

/**
 * A second try settles it: the transaction lost a race (serialization failure or deadlock), or a
 * migration came between.
 */
export const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes(codeOf(error)) || isOutdatedPlan(error);

/** An earlier statement of the transaction failed, and this one was not even looked at. */
export const isAfterFailure = (error: unknown): boolean => codeOf(error) === '25P02';

/** The server has another password for the role. */
export const isWrongPassword = (error: unknown): boolean => codeOf(error) === '28P01';

/** A unique constraint said no, optionally this one. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== '23505') return false;
  return constraint === undefined || (error as { constraint?: string }).constraint === constraint;
}

/** An exclusion constraint said no: this one. */
export const isExcluded = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23P01' && (error as { constraint?: string }).constraint === constraint;

/**
 * Classes of the server's refusals that come with a connection that broke or a server that starts,
 * stops or takes no more connections; 25P03 and 25P04 end a transaction that took too long, 25006
 * is what a server says that is no longer the primary one, and 28P01 comes while a password is
 * replaced.
 */
const UNREACHABLE_STATES = /^(08|57P|53300|25P03|25P04|25006|28P01)/;
const UNREACHABLE_SYSTEM = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];
const UNREACHABLE_WORDS = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
];

/** There is no way to the database now: another connection, a moment later, may find it. */
export function isUnreachable(error: unknown): boolean {
  const code = codeOf(error);
  const text = String((error as Error | null)?.message ?? '');
  return (
    UNREACHABLE_STATES.test(code) ||
    UNREACHABLE_SYSTEM.includes(code) ||
    UNREACHABLE_WORDS.some((words) => text.includes(words))
  );
}

/**
 * The database is unavailable or cannot run the statement at this moment: it is out of disk, memory
 * or files (classes 53 and 58), or another transaction has held a lock for too long (55P03). The
 * statement itself is valid and may be retried later.
 */
export const isUnavailable = (error: unknown): boolean =>
  isUnreachable(error) || /^(53|58|55P03)/.test(codeOf(error));

/**
 * The statement took longer than a statement may take. Nothing was changed; a second try may end
 * the same way.
 */
export const isOverdue = (error: unknown): boolean => codeOf(error) === '57014';

/**
 * Errors after which a connection is as good as before: data, constraints, races, locks, time,
 * `RAISE`.
 */
const KEEPS_CONNECTION = /^(22|23|40|55P03|57014|P0)/;

/**
 * Whether the connection that reported the error may be reused. Otherwise it is closed: its
 * prepared statements may be outdated, or it leads to a server that is no longer the right one.
 */
export const leavesConnectionGood = (error: unknown): boolean =>
  KEEPS_CONNECTION.test(codeOf(error));
