import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StudentInView } from '../../shared/api/student-for-staff.tsx';
import { fakePortal, type Reply, show, signInAs } from '../../shared/testing.tsx';
import { StudentInfoPage } from './student-info-page.tsx';
import { aCharge, anInfo, aRegistration, aResult, aTransaction } from './testing.ts';

const INFO = '/api/admin/getStudentInfo';

beforeEach(() => signInAs('ROLE_SUPER_ADMIN'));
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

function open(
  info: Parameters<typeof anInfo>[0],
  replies: Record<string, Reply | Reply[]> = {},
  at = '/',
) {
  const got = fakePortal({ [INFO]: { answer: anInfo(info) }, ...replies });
  show(
    <StudentInView id={12}>
      <StudentInfoPage />
    </StudentInView>,
    { at },
  );
  return got;
}
const sentTo = (got: ReturnType<typeof open>, path: string) =>
  got.filter((one) => one.path === path).map(({ body }) => body);
const onAPhone = () =>
  jest.spyOn(window, 'matchMedia').mockImplementation(
    () =>
      ({
        matches: true,
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  );
const click = async (name: string | RegExp, role = 'button') =>
  userEvent.click(await screen.findByRole(role, { name }));
/** The exam list, with the row of the registration. */
const listOf = (row: Partial<Exam>): Record<string, Reply> => ({
  '/api/getAllExamsAccordingStudent': {
    answer: {
      exams: [
        {
          id: 101,
          subject: 'Hebrew Language I',
          registration_id: 900,
          actions: [],
          credits: 0,
          additionalCharge: 0,
          proctor_fee_if_moved: 0,
          ...row,
        },
      ],
      memberHasntRegistered2years: false,
    },
  },
});
const tableOf = (name: string) => within(screen.getByRole('table', { name }));

test('shows the four sections, each with its own sentence when it is empty', async () => {
  open({});
  await screen.findByRole('heading', { level: 2, name: 'Registrations' });
  for (const name of ['Transaction logs', 'TAL/CIS exams results', 'Charges'])
    screen.getByRole('heading', { level: 2, name });
  for (const text of [
    'No registrations.',
    'No transactions.',
    'Student did not take any TAL exams',
    'Student did not take any CIS exams',
    'No charges.',
  ])
    screen.getByText(text);
});

test('without the permission to list charges their section is missing', async () => {
  signInAs('ROLE_ADVISOR');
  open({ charges: [] });
  await screen.findByRole('heading', { level: 2, name: 'Registrations' });
  expect(screen.queryByRole('heading', { name: 'Charges' })).toBeNull();
});

test('shows an error when a call fails', async () => {
  open({}, { [INFO]: { status: 404, code: 'not_found', detail: 'No student found' } });
  await screen.findByText('Error: No student found');
});

test('a row of a registration shows its session, place, payment and result', async () => {
  open(
    anInfo({
      registrations: [
        aRegistration({
          status: 'Scheduled',
          sessionDate: '2026-12-06',
          testSessionTime: '09:30',
          location: 'Brooklyn',
          chargedOn: '2026-02-01',
          feesDue: 60,
        }),
        aRegistration({
          id: 901,
          status: 'Graded',
          examTaken: true,
          grade: null,
          gradeComment: 'Disqualified: telephone',
        }),
      ],
    }),
  );
  await screen.findByRole('cell', { name: '12/06/2026 9:30 AM ET' });
  screen.getByRole('cell', { name: 'Brooklyn' });
  screen.getByRole('cell', { name: '02/01/2026, $60.00 due' });
  screen.getByRole('cell', { name: 'Disqualified Disqualified: telephone' });
});

test('on a phone a registration is one block with its facts and its actions', async () => {
  onAPhone();
  open({
    registrations: [
      aRegistration({
        status: 'Scheduled',
        sessionDate: '2026-12-06',
        testSessionTime: '09:30',
        location: 'Brooklyn',
        actions: ['cancel'],
      }),
    ],
  });
  const [, row] = within(await screen.findByRole('table', { name: 'Registrations' })).getAllByRole(
    'row',
  );
  const [cell, ...others] = within(row as HTMLElement).getAllByRole('cell');
  expect(others).toEqual([]);
  expect(cell?.textContent).toContain('Session: 12/06/2026 9:30 AM ET');
  expect(cell?.textContent).toContain('Place: Brooklyn');
  within(cell as HTMLElement).getByRole('button', { name: /^Actions for / });
});

test('registrations that count no more are left out on demand', async () => {
  const cancelled = { status: 'Cancelled', active: false, cancelledOn: '2026-02-03' };
  open({
    registrations: [
      aRegistration({}),
      aRegistration({ id: 901, examName: 'Jewish History', ...cancelled }),
    ],
  });
  await screen.findByText('Jewish History');
  screen.getByText('Cancelled [non-active]');
  await userEvent.click(screen.getByRole('radio', { name: 'Active Only' }));
  expect(screen.queryByText('Jewish History')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Show All' }));
  screen.getByText('Jewish History');
});

test.each([
  {
    action: 'clearOnlineAccess',
    item: 'Clear online access',
    says: /Clear the online access of/,
    path: '/api/admin/setOnlineAccess',
  },
  {
    action: 'reopen',
    item: 'Re-Open Exam',
    says: 'Before re-opening an exam, the video must be checked.',
    path: '/api/admin/setOnlineExamTakenOverride',
  },
  {
    action: 'resetOnlineCompleted',
    item: 'Clear completed flag',
    says: /Clear the completed flag of/,
    path: '/api/admin/resetOnlineExamCompleted',
  },
] as const)(
  "$item is offered when the registration's actions name it, confirmed and done",
  async ({ action, item, says, path }) => {
    const registration = aRegistration({ actions: [action] });
    const got = open({ registrations: [registration] }, { [path]: { answer: { registration } } });
    await click('Actions for Hebrew Language I');
    expect((await screen.findAllByRole('menuitem')).map((one) => one.textContent)).toEqual([item]);
    await click(item, 'menuitem');
    await screen.findByText(says);
    await click(item);
    await waitFor(() =>
      expect(sentTo(got, path)).toEqual([{ student_id: 12, registrationId: 900 }]),
    );
    await waitFor(() => expect(sentTo(got, INFO)).toHaveLength(2));
  },
);

test.each([
  ['Cancel exam', 'cancel'],
  ['Cancel session', 'cancelSession'],
] as const)('%s of an absent student begins with the reason No show', async (item, action) => {
  open(
    { registrations: [aRegistration({ actions: [action], wasAbsent: true })] },
    listOf({ actions: [{ action, allowed: true, suggestedReason: 1 }] }),
  );
  await click('Actions for Hebrew Language I');
  await click(item, 'menuitem');
  const noShow = await screen.findByRole<HTMLInputElement>('radio', { name: 'No show' });
  expect(noShow.checked).toBe(true);
});

test('an exam is cancelled with a reason after the sentences about money', async () => {
  const path = '/api/cancelExamRegistration';
  const refundAdditionalFees = {
    noCharge: false,
    refundAmount: 50,
    msg: 'Refunded $50.00 to card ending 1111.',
    error: null,
  };
  const got = open(
    { registrations: [aRegistration({ actions: ['cancel'] })] },
    {
      ...listOf({ credits: 3, proctor_fee_paid: true }),
      [path]: { answer: { exam: null, refundAdditionalFees } },
    },
  );
  await click('Actions for Hebrew Language I');
  await click('Cancel exam', 'menuitem');
  for (const text of [
    'The proctor payment from this exam will not be refunded and will not transfer.',
    'The payment for this exam will not be refunded. You can transfer the credits from this ' +
      'exam to buy another exam.',
  ])
    await screen.findByText(text);
  await click('Confirm');
  await screen.findByText('Please select a cancelling reason');
  await userEvent.click(screen.getByRole('radio', { name: 'Admin error' }));
  await click('Confirm');
  await screen.findByText('Refunded $50.00 to card ending 1111.');
  expect(sentTo(got, path)).toEqual([
    { student_id: 12, registrationId: 900, adminCancelReason: 3 },
  ]);
});

test('a package is refunded after M-43, with its message on the row and the new rows', async () => {
  const path = '/api/admin/refundPackage';
  const msg = 'Refunded $156.00 to card ending 1111.';
  const after = [
    aTransaction({ transaction_type: 'R', transactiontype: msg, credit_amount: -4, balance: 0 }),
    aTransaction({ packageActive: false, refund_date: '2026-03-02' }),
  ];
  const got = open(
    { transactionLogs: [aTransaction({ refundButton: 'refund' })] },
    {
      [INFO]: [
        { answer: anInfo({ transactionLogs: [aTransaction({ refundButton: 'refund' })] }) },
        { answer: anInfo({ transactionLogs: after }) },
      ],
      [path]: { answer: { msg, refundAmount: 156, transactionLogs: after } },
    },
  );
  await click('refund Package of 6');
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund package' }));
  dialog.getByText('4 credits of 6');
  dialog.getByText('Charged');
  await userEvent.click(dialog.getByRole('button', { name: 'Refund' }));
  expect(await screen.findAllByText(msg)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'refund Package of 6' })).toBeNull();
  expect(sentTo(got, path)).toEqual([
    { student_id: 12, packageId: 31, withoutChargingProctorFee: false },
  ]);
});

test('tech support decides about proctor fees; the credit amount shows a failure', async () => {
  const path = '/api/admin/refundPackage';
  const detail = 'This charge is not settled yet. Please try again tomorrow.';
  const got = open(
    { transactionLogs: [aTransaction({ refundButton: 'choice' })] },
    { [path]: { status: 409, code: 'charge_not_settled', detail } },
  );
  await click('refund Package of 6');
  await screen.findByRole('menuitem', { name: 'charge proctor fees' });
  await click('do not charge proctor fees', 'menuitem');
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund package' }));
  dialog.getByText('Not charged');
  await userEvent.click(dialog.getByRole('button', { name: 'Refund' }));
  await tableOf('Transaction logs').findByText(`Error: ${detail}`);
  expect(sentTo(got, path)[0]).toMatchObject({ withoutChargingProctorFee: true });
});

test.each([
  { what: 'the one package that can go back', buttons: ['refund'], asks: 1 },
  { what: 'none of two', buttons: ['refund', 'remove'], asks: 0 },
  { what: 'none where a choice is to be made', buttons: ['choice'], asks: 0 },
] as const)('a link to a refund asks about $what', async ({ buttons, asks }) => {
  open(
    {
      transactionLogs: buttons.map((refundButton, at) =>
        aTransaction({ refundButton, packageId: 31 + at, balance: 6 + at }),
      ),
    },
    {},
    '/?dialog=refund',
  );
  await screen.findByRole('table', { name: 'Transaction logs' });
  await waitFor(() =>
    expect(screen.queryAllByRole('dialog', { name: 'Refund package' })).toHaveLength(asks),
  );
});

test('a package without a price is removed', async () => {
  const free = { refundButton: 'remove', packageTupePurchasePrice: 0 } as const;
  open({ transactionLogs: [aTransaction(free)] });
  await click('remove Package of 6');
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove package' }));
  dialog.getByRole('button', { name: 'Remove' });
  expect(dialog.queryByText('Proctor fees')).toBeNull();
});

test('results stand a table a vendor, and beside the error when the vendor is down', async () => {
  open({
    talError: 'Could not retrieve exams',
    talExamsResponse: [
      aResult({}),
      aResult({ vendorId: 4, subject: 'Ethics', result: 'Fail', score: null, credits: null }),
    ],
  });
  await screen.findByText('Could not retrieve exams');
  tableOf('TAL 1').getByText('Hebrew Language I');
  tableOf('CIS 1').getByText('Fail');
});

test.each([
  { typed: '', says: 'Please enter an amount.' },
  { typed: '0', says: 'Please enter an amount.' },
  { typed: '1.234', says: 'Please enter an amount.' },
  { typed: '50.01', says: 'The refund cannot be more than $50.00.' },
])('"$typed" is no amount to refund: $says', async ({ typed, says }) => {
  const got = open({ charges: [aCharge()] });
  const field = await screen.findByRole('textbox', { name: 'Amount to refund of Additional fee' });
  if (typed) await userEvent.type(field, typed);
  await click('Refund');
  await screen.findByText(says);
  expect(sentTo(got, '/api/admin/chargeRefund')).toEqual([]);
});

test('a refund needs a confirmation; credits stay; an error is shown below the field', async () => {
  const path = '/api/admin/chargeRefund';
  const credits = aCharge({ id: 52, chargeTypeId: '2', charge_description: 'Package of 6' });
  const detail = 'This charge is not settled yet. Please try again tomorrow.';
  const charges = [
    aCharge({ status: 'partly refunded', refundAmount: 20, refundable: 0 }),
    credits,
  ];
  const got = open(
    { charges: [aCharge(), credits] },
    { [path]: [{ answer: { charges } }, { status: 409, code: 'charge_not_settled', detail }] },
  );
  const fee = await screen.findByRole('textbox', { name: 'Amount to refund of Additional fee' });
  await userEvent.type(fee, '20{Enter}');
  const asks = await screen.findByRole('dialog', { name: 'Refund charge?' });
  expect(asks.textContent).toContain(
    '$20.00 of Additional fee will be returned. This cannot be undone.',
  );
  expect(screen.queryByText(/This will not remove the credits/)).toBeNull();
  expect(sentTo(got, path)).toEqual([]);
  await click('Refund $20.00');
  await screen.findByText('partly refunded');
  expect(sentTo(got, path)).toEqual([{ student_id: 12, chargeId: 51, refundAmt: 20 }]);

  const ofCredits = screen.getByRole('textbox', { name: 'Amount to refund of Package of 6' });
  await userEvent.type(ofCredits, '5{Enter}');
  await screen.findByText('This will not remove the credits. are you sure?');
  expect(sentTo(got, path)).toHaveLength(1);
  await click('Refund $5.00');
  await screen.findByText(detail);
  expect(sentTo(got, path)[1]).toMatchObject({ chargeId: 52, refundAmt: 5 });
});
