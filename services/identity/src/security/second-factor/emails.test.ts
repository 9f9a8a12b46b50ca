import { expect, test } from '@jest/globals';
import { type FactorChange, factorsChangedEmail } from './emails.ts';

const when = 'on March 2, 2026 at 10:00 AM, New York time by Eva Stern';

test.each<[FactorChange, string]>([
  ['passkey', `A passkey was added ${when}.`],
  ['totp', `An authenticator app was added ${when}.`],
  ['removed', `A method was removed ${when}.`],
  ['reset', `All methods were reset ${when}.`],
  [{ codesLeft: 9 }, `A recovery code was used. 9 are left. It was used ${when}.`],
  [{ codesLeft: 1 }, `A recovery code was used. 1 is left. It was used ${when}.`],
  [
    { codesLeft: 0 },
    'A recovery code was used. None are left. Make new ones before you need them. ' +
      `It was used ${when}.`,
  ],
])('describes a change of methods, %j, in whole sentences (R-587)', (change, sentences) => {
  const at = new Date('2026-03-02T15:00:00Z');
  const who = { to: 'eva@example.test', realName: 'Eva Stern', by: 'Eva Stern' };
  expect(factorsChangedEmail({ ...who, at, change }).text).toContain(sentences);
});
