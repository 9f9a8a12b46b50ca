import { pino } from 'pino';
import { errorForLog } from './error-for-log.ts';
import { standardOutput } from './log-destination.ts';
import { currentRequestId } from './request-id.ts';

const personal = [
  'email',
  'password',
  'token',
  'proof',
  'ssn',
  'last4ssn',
  'last4Ssn',
  'dob',
  'firstName',
  'lastName',
  'maidenName',
  'cellphone',
  'phone',
  'address',
  'cookie',
  'authorization',
  'cardNumber',
  'cvv',
  'value',
  'descriptor',
];

/**
 * JSON lines with ids only; fields that could hold personal or card data are dropped should one
 * slip in, and so is the input that errors quote. A line that is logged for a request names it.
 */
export const log = pino(
  {
    level: process.env.LOG_LEVEL ?? 'info',
    base: { part: process.env.PART ?? 'portal' },
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === undefined ? {} : { requestId };
    },
    serializers: { err: (error: unknown) => errorForLog(error) },
    redact: { paths: personal.flatMap((name) => [name, `*.${name}`]), remove: true },
  },
  standardOutput(),
);
export type Log = typeof log;
