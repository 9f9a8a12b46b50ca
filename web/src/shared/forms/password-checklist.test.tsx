import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { show } from '../testing.tsx';
import { isNewPassword } from './fields.ts';
import { PasswordChecklist } from './password-checklist.tsx';

afterEach(cleanup);

const missing = (password: string) => {
  show(<PasswordChecklist password={password} />);
  const found = screen
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => text.endsWith(', missing'))
    .map((text) => text.replace(', missing', ''));
  cleanup();
  return found;
};

test.each([
  {
    password: '',
    parts: [
      '8 characters or more',
      'A letter, A to Z',
      'A number',
      "A symbol, one of @$!%*#?&,./<>':",
    ],
  },
  { password: 'Study4JSE', parts: ["A symbol, one of @$!%*#?&,./<>':"] },
  { password: 'Study 4JSE!', parts: ['Without spaces'] },
  { password: 'hujxof-7Kyrxe-dufkab!', parts: ['Without "-"'] },
  { password: 'Semi;colon_1 a!', parts: ['Without ";", "_", spaces'] },
  { password: `aA1!${'x'.repeat(125)}`, parts: ['At most 128 characters, not 129'] },
  { password: 'Study4JSE!', parts: [] },
])('of $password it names what is missing: $parts', ({ password, parts }) => {
  expect(missing(password)).toEqual(parts);
});

test('it misses nothing exactly where the password is taken', () => {
  const sign = fc.constantFrom(...'aZ9!@ ;ü'.split(''));
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 12 }), (signs) => {
      const password = signs.join('');
      expect(missing(password).length === 0).toBe(isNewPassword(password));
    }),
    { numRuns: 60 },
  );
});

test('warns of a password that is easy to guess, until it changes', async () => {
  const warning = /stands in lists of stolen ones/;
  const { rerender } = render(<PasswordChecklist password="Password1!" />);
  await screen.findByText(warning);
  rerender(<PasswordChecklist password="Study4JSE!" />);
  await waitFor(() => expect(screen.queryByText(warning)).toBeNull());
});
