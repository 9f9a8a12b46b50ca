import { expect, test } from '@jest/globals';
import { mailFailure } from './mail-outcome.ts';

test.each([
  { code: 'ECONNREFUSED', responseCode: undefined, means: 'away' },
  { code: 'ESOCKET', responseCode: undefined, means: 'away' },
  { code: 'ETLS', responseCode: undefined, means: 'deferred' },
  { code: 'EPROTOCOL', responseCode: 421, means: 'deferred' },
  { code: 'EPROTOCOL', responseCode: 554, means: 'deferred' },
  { code: 'EAUTH', responseCode: 454, means: 'deferred' },
  { code: 'EAUTH', responseCode: 535, means: 'deferred' },
  { code: 'EENVELOPE', responseCode: 421, means: 'deferred' },
  { code: 'EENVELOPE', responseCode: 450, means: 'deferred' },
  { code: 'EENVELOPE', responseCode: 452, means: 'deferred' },
  { code: 'EENVELOPE', responseCode: 503, means: 'deferred' },
  { code: 'EENVELOPE', responseCode: 530, means: 'deferred' },
  { code: 'EENVELOPE', responseCode: 550, means: 'refused' },
  { code: 'EENVELOPE', responseCode: 552, means: 'refused' },
  { code: 'EENVELOPE', responseCode: 553, means: 'refused' },
  { code: 'EMESSAGE', responseCode: 451, means: 'deferred' },
  { code: 'EMESSAGE', responseCode: 554, means: 'refused' },
])('$code $responseCode means $means', ({ means, code, responseCode }) => {
  expect(mailFailure({ code, ...(responseCode === undefined ? {} : { responseCode }) })).toBe(
    means,
  );
});
