import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, type Reply, show, signInAs } from '../shared/testing.tsx';
import type { BulkResult, Details, School, SchoolSession, SchoolStudent } from './api.ts';
import { SchoolsPage } from './schools-page.tsx';

afterEach(() => {
  cleanup();
  window.sessionStorage.clear();
});

const school: School = {
  id: 151,
  name: 'Bnos Chaya Seminary',
  address: '4112 14th Avenue',
  city: 'Brooklyn, NY',
  gender: '2',
  latest_cohort: '2026-2027',
  distinct_cohorts: '2026-2027',
  multiple_active_cohorts: true,
  school_cohorts: '2026-2027',
  chargeSchool: true,
  students_are_members: false,
  chargeProctorFee: 0,
  chargeproctorfee: 0,
  member_pricePerCredit: 38,
  nonmember_pricePerCredit: 45,
  sessionClosingTime: '23:59',
  schoolPaymentBalance: 1000,
};
const paying: School = { ...school, id: 209, name: 'Ateres Leah', chargeSchool: false };
const student = (id: number, lastName: string, about: object = {}): SchoolStudent => ({
  student: {
    id,
    lastName,
    firstName: 'Dina',
    ssn: '4321',
    gender: '2',
    membershipType: 2,
    email: `${lastName}@student.test`,
    school_cohort: '2026-2027',
    ...about,
  },
  existingStudentCredits: 0,
  availableCredits: 0,
  freeSchoolCredits: 0,
  paymentMethods: [],
});
const exam = (id: number, subject: string) => ({
  id,
  subject,
  vendor_id: 3,
  vendor_name: 'CCC',
  credits: 3,
  additionalCharge: 0,
  courseNumber: 'X',
  secularNumber: 'X',
  active: true as const,
  alternate_course_version: null,
});
const session: SchoolSession = {
  id: 7,
  testSessionId: 7,
  schoolId: 151,
  date: '2099-12-14',
  testSessionTime: '10:00',
  closingDate: '2099-12-10',
  closingTime: '23:59',
  returnDueDate: '2099-12-21',
  gender: '2',
  closed: false,
  studentCount: 0,
};
const details = (about: Partial<Details> = {}): Details => ({
  currentSchoolDetails: school,
  schoolStudents: [student(1, 'Adler'), student(2, 'Berger'), student(3, 'Cohen', { email: null })],
  schoolSessions: [session],
  schoolSessionStudents: [],
  exams: [exam(101, 'Ethics'), exam(102, 'Prophets')],
  ...about,
});
const quote = {
  students: [1, 2].map((studentId) => ({
    studentId,
    creditsNeeded: 3,
    creditsFromBalance: 0,
    availableCredits: 0,
    creditsToPay: 3,
    pricePerCredit: 45,
    additionalCharges: 0,
    amount: 135,
    ccId: null,
    exams: [{ examId: 101, subject: 'Ethics', credits: 3, additionalCharge: 0, cost: 135 }],
    error: null,
  })),
  totalCredits: 6,
  totalAmount: 270,
  schoolBalance: 1000,
  overBalance: false,
  canPay: true,
  error: null,
};
const result = (texts: Record<string, string>): BulkResult => ({
  state: 'finished',
  studentsPerSession: [],
  accountReport: [],
  error: null,
  totalAmtChargedFromSchoolBalance: 135,
  schoolCurrentBalance: 865,
  registrations: Object.fromEntries(
    Object.entries(texts).map(([id, text]) => [
      id,
      {
        exams: { 101: text },
        creditsAvailable: 0,
        error: null,
        ...(text === 'success'
          ? { sumCreditsUsed: 3, amtCharged: 135 }
          : { sumCreditsUsed: 0, amtCharged: 0 }),
      },
    ]),
  ),
});

function open(replies: Record<string, Reply | Reply[]> = {}, { at = '', role = 'ADMIN' } = {}) {
  signInAs(`ROLE_${role}`);
  const got = fakePortal({
    '/api/getSchools': { answer: [paying, school] },
    '/api/getSchoolDetails': { answer: details() },
    '/api/quoteRegisterAndSchedule': { answer: quote },
    ...replies,
  });
  const shown = show(<SchoolsPage />, { path: '/admin/schools', at: `/admin/schools${at}` });
  return { got, shown };
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** From the session to its payment, with one exam for all who can be chosen. */
async function toPayment(): Promise<void> {
  await press('Continue');
  await userEvent.click(screen.getByRole('combobox', { name: 'Exam 1' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Ethics, 3 credits' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Add all' }));
  expect(screen.getByRole('button', { name: 'Next Step' })).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('radio', { name: 'No' }));
  await press('Next Step');
  await screen.findByRole('button', { name: 'Leave out Adler, Dina' });
}
const OF = { at: '?school=151' };
const AT_SESSION = { at: '?school=151&session=7' };

test('schools are found by a word; only a charged one has payments and a report', async () => {
  open();
  await screen.findByRole('button', { name: 'Add payment, Bnos Chaya Seminary' });
  expect(screen.queryByRole('button', { name: 'Add payment, Ateres Leah' })).toBeNull();
  await userEvent.type(screen.getByRole('searchbox'), 'leah{Enter}');
  expect(screen.queryByText('Bnos Chaya Seminary')).toBeNull();
  await userEvent.type(screen.getByRole('searchbox'), 'xx{Enter}');
  await screen.findByText('No results found.');
  await press('View all schools');
  await screen.findByText('Bnos Chaya Seminary');
});

test('a school admin begins at the sessions of the own school', async () => {
  open({ '/api/getSchools': { answer: [school] } }, { role: 'SCHOOL_ADMIN' });
  await screen.findByRole('heading', { name: 'Sessions' });
  await screen.findByText('Sessions available');
  expect(screen.queryByRole('button', { name: 'All schools' })).toBeNull();
});

test('the only session that can be is chosen; of several none is', async () => {
  const past = { ...session, id: 6, testSessionId: 6, date: '2020-12-14' };
  open({ '/api/getSchoolDetails': { answer: details({ schoolSessions: [session, past] }) } }, OF);
  const go = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Continue' });
  expect((await go()).disabled).toBe(false);
  await press('Continue');
  await screen.findByRole('heading', { name: 'Choose exams and students' });
  expect(window.location.search).toBe('?school=151&session=7');
  cleanup();
  const other = { ...session, id: 8, testSessionId: 8 };
  open({ '/api/getSchoolDetails': { answer: details({ schoolSessions: [session, other] }) } }, OF);
  expect((await go()).disabled).toBe(true);
});

test('an exam is found by its name at another vendor too, which is chosen with it', async () => {
  const ofTal = { vendor_id: 1, vendor_name: 'TAL' };
  const exams = [
    exam(101, 'Ethics'),
    { ...exam(103, 'Halacha'), ...ofTal },
    { ...exam(104, 'Prophets'), ...ofTal },
  ];
  open({ '/api/getSchoolDetails': { answer: details({ exams }) } }, AT_SESSION);
  await press('Continue');
  await userEvent.type(screen.getByRole('combobox', { name: 'Exam 1' }), 'hala{Enter}');
  const vendors = within(screen.getByRole('radiogroup', { name: 'Vendor of exam 1' }));
  expect(vendors.getByRole<HTMLInputElement>('radio', { name: 'TAL' }).checked).toBe(true);
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Exam 1' }).value).toBe(
      'Halacha, 3 credits',
    ),
  );
  await userEvent.type(screen.getByRole('combobox', { name: 'Exam 2' }), 'proph{Enter}');
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Exam 2' }).value).toBe(
      'Prophets, 3 credits',
    ),
  );
});

test('a payment has an address, for a school that is charged', async () => {
  const info = { '/api/getSchoolInfo': { answer: { schoolPayments: [] } } };
  open(info, { at: '?dialog=payment&of=209' });
  await screen.findByText('Bnos Chaya Seminary');
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  open(info, { at: '?dialog=payment&of=151' });
  await screen.findByRole('dialog', { name: 'Add payment, Bnos Chaya Seminary' });
});

test('a closed session is no choice for a school admin, for the office it is', async () => {
  const closed = { answer: details({ schoolSessions: [{ ...session, closed: true }] }) };
  const replies = { '/api/getSchoolDetails': closed, '/api/getSchools': { answer: [school] } };
  open(replies, { at: '?session=7', role: 'SCHOOL_ADMIN' });
  expect(await screen.findByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: /^Edit session/ })).toBeNull();
  cleanup();
  open(replies, AT_SESSION);
  expect(await screen.findByRole('button', { name: 'Continue' })).toHaveProperty('disabled', false);
});

test('registers a class without students who lack an address, at the shown price', async () => {
  const { got } = open(
    { '/api/payRegisterAndSchedule': { answer: result({ 1: 'success', 2: 'success' }) } },
    AT_SESSION,
  );
  await toPayment();
  await press('Pay and Register All');
  await screen.findByText('successful registrations');
  const [paid] = got.filter(({ path }) => path === '/api/payRegisterAndSchedule');
  expect(paid?.key).toEqual(expect.any(String));
  expect(paid?.body).toMatchObject({
    schoolId: 151,
    session: { testSessionId: 7 },
    sendStudyMaterials: false,
    studentInfos: [1, 2].map((studentId) => ({ studentId, exams: [101], amount: 135 })),
  });
  await press('Close');
  await screen.findByRole('heading', { name: 'Summary' });
  expect(screen.getByText('$270.00')).toBeDefined();
});

test('failures come first, and a school that prepays can only close', async () => {
  const failed = result({ 1: 'success', 2: 'The student is already registered for this exam.' });
  open({ '/api/payRegisterAndSchedule': { answer: failed } }, AT_SESSION);
  await toPayment();
  await press('Pay and Register All');
  const failures = await screen.findByRole('region', { name: 'With failures' });
  within(failures).getByText('Ethics: The student is already registered for this exam.');
  expect(screen.queryByRole('button', { name: 'Pay and Register All' })).toBeNull();
});

test('a school that pays by card sends again what failed alone', async () => {
  const declined = result({ 1: 'success', 2: 'There was a problem charging your card.' });
  const { got } = open(
    {
      '/api/getSchoolDetails': { answer: details({ currentSchoolDetails: paying }) },
      '/api/payRegisterAndSchedule': [{ answer: declined }, { answer: result({ 2: 'success' }) }],
    },
    AT_SESSION,
  );
  await toPayment();
  await press('Pay and Register All');
  await screen.findByRole('region', { name: 'With failures' });
  const again = screen.getByRole('button', { name: 'Pay and Register All' });
  await waitFor(() => expect(again).toHaveProperty('disabled', false));
  await userEvent.click(again);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'With failures' })).toBeNull());
  const sent = got.filter(({ path }) => path === '/api/payRegisterAndSchedule');
  expect(sent[1]?.body.studentInfos).toMatchObject([{ studentId: 2, exams: [101] }]);
});

test('an unpayable order says why, and the blocking students can be left out', async () => {
  const [first, second] = quote.students;
  const blocked = {
    ...quote,
    canPay: false,
    schoolBalance: null,
    students: [first, { ...second, error: 'No credit card on file.' }],
  };
  const { got } = open(
    {
      '/api/getSchoolDetails': { answer: details({ currentSchoolDetails: paying }) },
      '/api/quoteRegisterAndSchedule': [
        { answer: blocked },
        { answer: { ...quote, students: [first] } },
      ],
    },
    AT_SESSION,
  );
  await toPayment();
  await screen.findByText('No credit card on file.');
  const pay = screen.getByRole('button', { name: 'Pay and Register All' });
  expect(pay).toHaveProperty('disabled', true);
  await press('Leave out Berger, Dina');
  await waitFor(() => expect(pay).toHaveProperty('disabled', false));
  const quoted = got.filter(({ path }) => path === '/api/quoteRegisterAndSchedule');
  expect(quoted.at(-1)?.body.studentInfos).toHaveLength(1);
});

const short = {
  ...quote,
  schoolBalance: 150,
  overBalance: true,
  canPay: false,
  error: "There is not enough money in the school's account.",
};

test('step 3 shows the cost beside the balance, and the missing amount', async () => {
  const { got } = open({ '/api/quoteRegisterAndSchedule': { answer: short } }, AT_SESSION);
  await press('Continue');
  await screen.findByText('$1,000.00');
  expect(screen.queryByText('Cost')).toBeNull();
  await userEvent.click(screen.getByRole('combobox', { name: 'Exam 1' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Ethics, 3 credits' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Add all' }));
  await screen.findByText('The balance is $120.00 short.');
  expect(screen.getByText('Cost').nextSibling?.textContent).toBe('$270.00');
  expect(screen.getByText('Balance').nextSibling?.textContent).toBe('$150.00');
  // the next step takes the same quote
  await userEvent.click(screen.getByRole('radio', { name: 'Yes' }));
  await press('Next Step');
  await screen.findByText('The balance is $120.00 short.');
  expect(got.filter(({ path }) => path === '/api/quoteRegisterAndSchedule')).toHaveLength(1);
});

test('an order that the balance does not cover goes on after a payment in place', async () => {
  const { got } = open(
    {
      '/api/quoteRegisterAndSchedule': [
        { answer: short },
        { answer: { ...quote, schoolBalance: 270 } },
      ],
      '/api/getSchoolInfo': { answer: { schoolPayments: [] } },
      '/api/admin/recordSchoolPayment': { answer: { schoolPaymentBalance: 270 } },
      '/api/payRegisterAndSchedule': { answer: result({ 1: 'success', 2: 'success' }) },
    },
    AT_SESSION,
  );
  await toPayment();
  const pay = screen.getByRole('button', { name: 'Pay and Register All' });
  expect(pay).toHaveProperty('disabled', true);
  await press('Add payment');
  const form = within(await screen.findByRole('dialog', { name: /^Add payment/ }));
  expect(form.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ }).value).toBe('120.00');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText('New balance: $270.00');
  await userEvent.click(form.getByText('Close'));
  await waitFor(() => expect(pay).toHaveProperty('disabled', false));
  expect(screen.queryByText(/short\.$/)).toBeNull();
  await userEvent.click(pay);
  await screen.findByText('successful registrations');
  expect(got.find(({ path }) => path === '/api/admin/recordSchoolPayment')?.body).toMatchObject({
    schoolId: 151,
    amount: '120.00',
  });
});

test('a school admin pays what the balance lacks by card', async () => {
  open(
    {
      '/api/getSchools': { answer: [school] },
      '/api/quoteRegisterAndSchedule': { answer: short },
    },
    { at: '?session=7', role: 'SCHOOL_ADMIN' },
  );
  await toPayment();
  await press('Add payment');
  const form = within(await screen.findByRole('dialog'));
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value).toBe('120.00');
  form.getByRole('button', { name: 'Continue' });
});

test('a balance that became too low since the quote is shown with the missing amount', async () => {
  open(
    {
      '/api/quoteRegisterAndSchedule': [{ answer: quote }, { answer: short }],
      '/api/payRegisterAndSchedule': {
        status: 409,
        code: 'school_balance_too_low',
        detail: "There is not enough money in the school's account.",
      },
    },
    AT_SESSION,
  );
  await toPayment();
  await press('Pay and Register All');
  await screen.findByText('The balance is $120.00 short.');
  expect(screen.queryByText(/There is not enough money/)).toBeNull();
  screen.getByRole('button', { name: 'Add payment' });
});

test('a selection outlasts the page: its step, exams, students and answer come back', async () => {
  open({}, AT_SESSION);
  await toPayment();
  await press('Leave out Adler, Dina');
  cleanup();
  open({}, AT_SESSION);
  await screen.findByRole('heading', { name: 'Confirm and pay' });
  await press('Go Back');
  expect(screen.getByText('1 exam for 2 students')).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'No' }).checked).toBe(true);
  cleanup();
  // staff who return by the menu find session and selection at step 2
  open({}, OF);
  await screen.findByText(/Your selection is kept: 1 exam for 2 students/);
  await press('Continue');
  await screen.findByRole('heading', { name: 'Choose exams and students' });
  expect(screen.getByText('1 exam for 2 students')).toBeDefined();
  await press('Clear selection');
  expect(screen.getByText('0 of 3 selected')).toBeDefined();
  cleanup();
  open({}, OF);
  await screen.findByText('Sessions available');
  expect(screen.queryByText(/Your selection is kept/)).toBeNull();
});

test('choices that became impossible leave a saved selection', async () => {
  open({}, AT_SESSION);
  await toPayment();
  cleanup();
  const left = details({ schoolStudents: [student(1, 'Adler'), student(2, 'B', { email: null })] });
  const { got } = open({ '/api/getSchoolDetails': { answer: left } }, AT_SESSION);
  await screen.findByRole('heading', { name: 'Confirm and pay' });
  await waitFor(() => expect(got.some(({ path }) => path.includes('quote'))).toBe(true));
  const quoted = got.find(({ path }) => path === '/api/quoteRegisterAndSchedule');
  expect(quoted?.body.studentInfos).toMatchObject([{ studentId: 1, exams: [101] }]);
});

test('a saved selection ends with its success; failed students remain in it', async () => {
  const failed = result({ 1: 'success', 2: 'The session is full.' });
  open({ '/api/payRegisterAndSchedule': { answer: failed } }, AT_SESSION);
  await toPayment();
  await press('Pay and Register All');
  await screen.findByRole('region', { name: 'With failures' });
  cleanup();
  const success = result({ 2: 'success' });
  open({ '/api/payRegisterAndSchedule': { answer: success } }, AT_SESSION);
  await screen.findByRole('heading', { name: 'Confirm and pay' });
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Pay and Register All' })).toHaveProperty(
      'disabled',
      false,
    ),
  );
  await press('Pay and Register All');
  await screen.findByText('successful registrations');
  expect(window.sessionStorage.length).toBe(0);
});

test('a long run is in the address, and can be returned to', async () => {
  const running = { state: 'processing', runId: 5, done: 1, total: 2 };
  const { shown } = open(
    {
      '/api/payRegisterAndSchedule': { answer: running },
      '/api/bulkRegistrationRun': { answer: running },
    },
    AT_SESSION,
  );
  await toPayment();
  await press('Pay and Register All');
  await screen.findByText('1 of 2 done', { selector: 'p' });
  expect(shown.address()).toBe('/admin/schools?school=151&session=7&run=5');
  cleanup();
  open(
    { '/api/bulkRegistrationRun': { answer: result({ 1: 'success', 2: 'success' }) } },
    { at: '?school=151&session=7&run=5' },
  );
  await screen.findByText('successful registrations');
  expect(screen.getByText('$865.00')).toBeDefined();
});
