import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, type Reply, show } from '../../shared/testing.tsx';
import { CreditHistoryCard } from './credit-history-card.tsx';

afterEach(cleanup);

const movement = (n: number, over: object = {}) => ({
  date: `2026-11-0${n}T15:00:00.000Z`,
  kind: 'Used',
  exam: `Exam ${n}`,
  package: null,
  credits: -3,
  balance: n,
  ...over,
});
function open(answer: Reply) {
  fakePortal({ '/api/getCreditHistory': answer });
  show(<CreditHistoryCard />);
}
const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );

test('each movement has its reason, time, amount and balance', async () => {
  open({
    answer: {
      movements: [
        movement(3),
        movement(2, { kind: 'Purchase', exam: null, package: 'Package of 12', credits: 12 }),
        movement(1, { kind: 'Purchase', exam: null, credits: 1 }),
      ],
    },
  });
  await screen.findByRole('table', { name: 'Credit history' });
  expect(cells()).toEqual([
    ['Exam 3Used, Nov 3, 2026', '−3', '3'],
    ['Package of 12Purchase, Nov 2, 2026', '+12', '2'],
    ['Single creditsPurchase, Nov 1, 2026', '+1', '1'],
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Balance over time' }));
  await screen.findByRole('img', { name: 'Credits held after 3 movements, 3 credits now' });
});

test('shows a few movements, and all on request', async () => {
  open({ answer: { movements: [9, 8, 7, 6, 5, 4, 3, 2].map((n) => movement(n)) } });
  await userEvent.click(await screen.findByRole('button', { name: 'Show all 8' }));
  expect(cells()).toHaveLength(8);
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
});

test('shows an empty history as such, and a failure with its reason', async () => {
  open({ answer: { movements: [] } });
  await screen.findByText('No credits yet.');
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  open({ status: 422, code: 'invalid', detail: 'Not now.' });
  await screen.findByText('Not now.');
});
