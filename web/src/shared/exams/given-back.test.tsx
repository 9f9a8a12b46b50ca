import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { exam } from '../api/pact/records.ts';
import { show } from '../testing.tsx';
import { GivenBack } from './given-back.tsx';

afterEach(cleanup);

const nothing = {
  credits: 0,
  additionalFeeRefunded: 0,
  proctorFeeRefunded: 0,
  proctorFeeKept: 0,
  proctorFeeLost: 0,
};
const dialog = (by: 'cancel' | 'cancelSession', givenBack: Partial<typeof nothing> | undefined) =>
  show(
    <GivenBack
      exam={{
        ...exam,
        actions: [
          {
            action: by,
            allowed: true,
            ...(givenBack ? { givenBack: { ...nothing, ...givenBack } } : {}),
          },
        ],
      }}
      by={by}
    />,
  );
const amounts = () => screen.queryAllByRole('definition').map(({ textContent }) => textContent);

test('each amount is beside its label, and zero amounts are left out', () => {
  dialog('cancel', { credits: 3, additionalFeeRefunded: 50, proctorFeeLost: 15 });
  expect(amounts()).toEqual(['3 credits', '$50.00', '$15.00']);
  expect(screen.queryByText(/kept/)).toBeNull();
});

test('a fee that is kept says until when', () => {
  dialog('cancelSession', {
    proctorFeeKept: 15,
    ...({ keptUntil: '2099-07-09T13:30:00Z' } as object),
  });
  expect(screen.getByText(/^Until .*9:30.*; it is lost after that$/)).toBeTruthy();
});

test('tells students who would lose a fee that leaving only the session keeps it', () => {
  show(
    <GivenBack
      exam={{
        ...exam,
        actions: [
          { action: 'cancel', allowed: true, givenBack: { ...nothing, proctorFeeLost: 15 } },
          {
            action: 'cancelSession',
            allowed: true,
            givenBack: { ...nothing, proctorFeeKept: 15, keptUntil: '2099-07-09T13:30:00Z' },
          },
        ],
      }}
      by="cancel"
    />,
  );
  expect(screen.getByText(/^'Cancel session' keeps it until .*9:30 AM ET$/)).toBeTruthy();
});

test('where nothing moves nothing is shown', () => {
  dialog('cancel', {});
  expect(amounts()).toEqual([]);
  cleanup();
  dialog('cancel', undefined);
  expect(amounts()).toEqual([]);
});
