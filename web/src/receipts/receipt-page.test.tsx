import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import { receiptYears } from '@portal/contract/payments/receipt-years';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StudentInView } from '../shared/api/student-for-staff.tsx';
import { fakePortal, show, signInAs } from '../shared/testing.tsx';
import { ReceiptPage } from './receipt-page.tsx';

const [current = 0] = receiptYears(TEST_NOW);
const NAME = `${current}-Full receipt-Rivka Adler.pdf`;

let savedAs: string[] = [];
beforeEach(() => {
  signInAs('ROLE_ADVISOR');
  savedAs = [];
  URL.createObjectURL = () => 'blob:receipt';
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    savedAs.push(this.download);
  });
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const open = () =>
  show(
    <StudentInView id={12}>
      <ReceiptPage />
    </StudentInView>,
  );
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Download Receipt' });
async function choose(year: number): Promise<void> {
  await userEvent.click(screen.getByRole('combobox', { name: 'Year' }));
  await userEvent.click(await screen.findByRole('option', { name: String(year) }));
}

test("a year of the last five is chosen, and saved with the server's file name", async () => {
  const sent: unknown[] = [];
  globalThis.fetch = async (address, init) => {
    sent.push([String(address), JSON.parse(String(init?.body))]);
    return new Response('%PDF-1.3', {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(NAME)}`,
      },
    });
  };
  open();
  expect(button().disabled).toBe(true);
  await userEvent.click(screen.getByRole('combobox', { name: 'Year' }));
  const offered = await screen.findAllByRole('option');
  expect(offered.map(({ textContent }) => Number(textContent))).toEqual(receiptYears(TEST_NOW));
  await userEvent.keyboard('{Escape}');
  await choose(current);
  await userEvent.click(button());
  expect(await screen.findByText(NAME)).toBeTruthy();
  expect(savedAs).toEqual([NAME]);
  expect(sent).toEqual([['/api/admin/get_pdf', { student_id: 12, year: current }]]);
});

test('the year can be cleared, and then nothing can be downloaded', async () => {
  open();
  await choose(current - 4);
  expect(button().disabled).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Clear the year' }));
  expect(button().disabled).toBe(true);
});

test('an error is shown on the card, and the next try clears it', async () => {
  fakePortal({
    '/api/admin/get_pdf': { status: 503, code: 'unavailable', detail: 'Please try again.' },
  });
  open();
  await choose(current);
  await userEvent.click(button());
  expect(await screen.findByText('Please try again.')).toBeTruthy();
  expect(savedAs).toEqual([]);
  await choose(current - 1);
  expect(screen.queryByText('Please try again.')).toBeNull();
});
