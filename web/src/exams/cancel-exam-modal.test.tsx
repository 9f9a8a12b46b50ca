import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { fakePortal, show } from '../shared/testing.tsx';
import { CancelExamModal } from './cancel-exam-modal.tsx';
import { aRegistered } from './testing.ts';

afterEach(cleanup);

const LOST = 'The proctor payment from this exam will not be refunded and will not transfer.';

test.each([
  { fee: 'was paid', of: { proctor_fee_price: 0, proctor_fee_paid: true }, isSaid: true },
  { fee: 'was paid, and leaving the session makes another due', of: { proctor_fee_paid: true, proctor_fee_if_moved: 15 }, isSaid: true },
  { fee: 'is prepaid or waived', of: { proctor_fee_price: 0, proctor_fee_paid: false }, isSaid: false },
  { fee: 'is not paid yet', of: { proctor_fee_price: 15, proctor_fee_paid: false }, isSaid: false },
])('a proctor fee that $fee: that it is lost is said only of one that was paid', async ({ of, isSaid }) => {
  fakePortal({});
  show(<CancelExamModal exam={aRegistered(of)} onClose={() => {}} />);
  await screen.findByRole('button', { name: 'Confirm' });
  expect(screen.queryByText(LOST) !== null).toBe(isSaid);
});
