import { types } from 'node:util';

/** An error as the log has it. */
export interface LoggedError {
  type: string;
  message?: string;
  code?: string | number;
  table?: string;
  column?: string;
  constraint?: string;
  stack: string;
  cause?: LoggedError;
}

type CodedError = Error & {
  code?: unknown;
  table?: unknown;
  column?: unknown;
  constraint?: unknown;
};

/** How many causes are followed. */
const DEEPEST = 3;

/**
 * Errors whose messages quote their input: a database quotes the row that it refused, JSON.parse
 * the text that it could not read, a mail server the address.
 */
const quotesInput = (error: Error): boolean =>
  error.name === 'SyntaxError' || 'severity' in error || 'responseCode' in error;

/**
 * What an error is and where it came from, without anything of a person. Other fields than these
 * are left out, whatever they hold.
 */
export function errorForLog(error: unknown, depth = 0): LoggedError {
  if (!types.isNativeError(error) && !(error instanceof Error))
    return { type: error === null ? 'null' : typeof error, stack: '' };
  const { name, message, stack = '', code, table, column, constraint, cause } = error as CodedError;
  const said: LoggedError = { type: name, stack: framesOf(stack) };
  if (!quotesInput(error)) said.message = message;
  if (typeof code === 'string' || typeof code === 'number') said.code = code;
  for (const [field, value] of Object.entries({ table, column, constraint }))
    if (typeof value === 'string') said[field as 'table' | 'column' | 'constraint'] = value;
  if (cause !== undefined && depth < DEEPEST) said.cause = errorForLog(cause, depth + 1);
  return said;
}

/** The frames alone: the lines above them are the message once more. */
const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
