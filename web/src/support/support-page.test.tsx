import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { forgetSession } from '../shared/session/session.ts';
import { fakePortal, type Reply, serveConfig, show, signInAs } from '../shared/testing.tsx';
import { SupportPage } from './support-page.tsx';

const biology = {
  id: 301,
  vendor_id: 4,
  vendor_name: 'CIS',
  subject: 'Biology',
  credits: 3,
  additionalCharge: 0,
  courseNumber: 'BIO-101',
  secularNumber: 'BIO-101',
  active: true,
  alternate_course_version: null,
};
const course = {
  ...biology,
  id: 401,
  subject: 'Biology course',
  secularNumber: 'BIO-C',
  alternate_course_version: 301,
};
const ethics = { ...biology, id: 302, vendor_id: 1, vendor_name: 'TAL', subject: 'Ethics' };
const reserved = { ...biology, id: 525, subject: 'Child Care' };
const reservedCourse = { ...course, id: 526, alternate_course_version: 525 };
const rivka = { student: { id: 12, firstName: 'Rivka', lastName: 'Adler', ssn: '4821' } };
const visa = {
  ccId: 'p1',
  cardtype: 'Visa',
  cc4digits: '1111',
  ccName: 'Rivka Adler',
  ccExpMonth: 8,
  ccExpYear: 2099,
  expired: false,
  isDefault: false,
};
const done = 'The retake of Biology was registered.';
const FREE = '/api/admin/makeVendorApprovedExamRetakeRegistration';
const SAVED = '/api/admin/payRetakeFeeAndRegisterWithPaymentProfile';
const NEW = '/api/admin/payRetakeFeeAndRegisterWithNewPaymentProfile';
const COURSE = '/api/admin/changeExamToCourse';

beforeEach(() => {
  serveConfig({ acceptJsUrl: '/a.js' });
  window.Accept = {
    dispatchData: (_data, answer) =>
      answer({
        messages: { resultCode: 'Ok', message: [] },
        opaqueData: { dataDescriptor: 'COMMON', dataValue: 'token' },
      }),
  };
});
afterEach(() => {
  cleanup();
  forgetSession();
  serveConfig(null);
});

function open(replies: Record<string, Reply | Reply[]> = {}, role = 'ROLE_SUPPORT') {
  signInAs(role);
  const got = fakePortal({
    '/api/getAllActiveExams': { answer: [biology, course, ethics, reserved, reservedCourse] },
    '/api/admin/getStudent': { answer: rivka },
    '/api/getPaymentMethods': { answer: [visa] },
    '/api/getCreditsInfo': { answer: {} },
    '/api/admin/retakeFee': { answer: { amount: 75 } },
    ...replies,
  });
  show(<SupportPage />, { path: '/admin/adminSupport' });
  return (path: string) => got.filter((one) => one.path === path);
}
const card = (name: RegExp) => within(screen.getByRole('region', { name }));
type Card = ReturnType<typeof card>;
const button = (at: Card, name: string) => at.getByRole<HTMLButtonElement>('button', { name });
async function pick(at: Card, exam = 'Biology, BIO-101', typed = 'bio-101') {
  await userEvent.type(at.getByRole('combobox', { name: 'Exam' }), typed);
  await userEvent.click(await at.findByRole('option', { name: new RegExp(exam) }));
}
/** Pastes the text: while typing, a slow machine may also look up the first digit. */
async function put(field: HTMLElement, text: string) {
  await userEvent.click(field);
  await userEvent.paste(text);
}
async function fill(at: Card) {
  await waitFor(() => expect(at.getByRole<HTMLInputElement>('combobox').disabled).toBe(false));
  await put(at.getByLabelText('Student ID'), '12');
  await at.findByText('Rivka Adler');
  await pick(at);
}

test('a retake without a fee waits for student and exam, and says what was done', async () => {
  const sent = open({ [FREE]: { answer: { registrationId: 9, exam: {}, successMessage: done } } });
  const at = card(/no fee/);
  expect(button(at, 'Register retake').disabled).toBe(true);
  await fill(at);
  await userEvent.click(button(at, 'Register retake'));
  await at.findByText(done);
  expect(sent(FREE)).toMatchObject([
    { body: { student_id: 12, examId: 301 }, key: expect.any(String) },
  ]);
  expect(sent('/api/admin/getStudent').map(({ body }) => body)).toEqual([{ studentId: 12 }]);
  expect(button(at, 'Register retake').disabled).toBe(true);
});

test('a refusal is shown on its card, and an unknown id at the field', async () => {
  open({
    '/api/admin/getStudent': [
      { status: 404, code: 'not_found', detail: 'No student found' },
      { answer: rivka },
    ],
    [FREE]: {
      status: 409,
      code: 'no_taken_exam',
      detail: 'The student has not taken this exam.',
    },
  });
  const at = card(/no fee/);
  const field = at.getByLabelText('Student ID');
  await put(field, '99');
  await at.findByText('No student found');
  await userEvent.clear(field);
  await userEvent.type(field, 'x');
  await at.findByText('Enter the number of the student.');
  await userEvent.clear(field);
  await fill(at);
  await userEvent.click(button(at, 'Register retake'));
  await at.findByText('The student has not taken this exam.');
});

test('the fee is paid with a saved card of the student', async () => {
  const sent = open({
    [SAVED]: { answer: { registrationId: 9, exam: {}, successMessage: done, paymentMethod: null } },
  });
  const at = card(/with fee/);
  await at.findByText('$75.00');
  await fill(at);
  await at.findByRole('radio', { name: /Visa ending in 1111/ });
  await userEvent.click(button(at, 'Pay and register'));
  await at.findByText(done);
  expect(sent(SAVED)).toMatchObject([
    { body: { student_id: 12, examId: 301, amount: 75, ccId: 'p1' }, key: expect.any(String) },
  ]);
});

test('... or with a new one; declined, it says why', async () => {
  const sent = open({
    '/api/getPaymentMethods': { answer: [] },
    [NEW]: {
      status: 402,
      code: 'card_declined',
      detail: 'There was a problem charging your card.',
      reason: 'This transaction has been declined.',
    },
  });
  const at = card(/with fee/);
  await fill(at);
  await userEvent.type(await at.findByLabelText('Name on card'), 'Rivka Adler');
  await userEvent.type(at.getByLabelText('Card number'), '4111111111111111');
  await userEvent.type(at.getByLabelText('Expiry'), '1239');
  await userEvent.type(at.getByLabelText('CVV'), '123');
  await userEvent.type(at.getByLabelText('Billing zip'), '46282');
  await userEvent.click(button(at, 'Pay and register'));
  await at.findByText('There was a problem charging your card.');
  at.getByText('This transaction has been declined.');
  expect(sent(NEW)[0]?.body).toMatchObject({ amount: 75, acceptPaymentValue: 'token' });
  // fields of one student are not kept for another
  await userEvent.type(at.getByLabelText('Student ID'), '3');
  await at.findByText('Rivka Adler');
  expect((await at.findByLabelText<HTMLInputElement>('Card number')).value).toBe('');
});

test('only course exams become courses, reserved ones by tech support alone', async () => {
  const offered = async (role: string) => {
    open({}, role);
    const at = card(/Woodmont/);
    await waitFor(() => expect(at.getByRole<HTMLInputElement>('combobox').disabled).toBe(false));
    await userEvent.click(at.getByRole('combobox'));
    const options = await at.findAllByRole('option');
    cleanup();
    return options.map(({ textContent }) => textContent);
  };
  expect(await offered('ROLE_SUPPORT')).toEqual(['CISBiology, BIO-101']);
  expect(await offered('ROLE_TECH_SUPPORT')).toEqual([
    'CISBiology, BIO-101',
    'CISChild Care, BIO-101',
  ]);
});

test('an exam is changed to its course', async () => {
  const sent = open({ [COURSE]: { answer: { exam: course, registrationId: 9 } } });
  const at = card(/Woodmont/);
  await fill(at);
  await userEvent.click(button(at, 'Change to course'));
  const asks = within(await screen.findByRole('dialog', { name: 'Change to course?' }));
  asks.getByText(/a booked session is given up/);
  expect(sent(COURSE)).toEqual([]);
  await userEvent.click(asks.getByRole('button', { name: 'Change to course' }));
  await at.findByText('The exam was changed to the course Biology course (BIO-C).');
  expect(sent(COURSE)).toMatchObject([{ body: { student_id: 12, examId: 301 } }]);
});

test('support looks a student up at TAL and corrects a partner id by hand', async () => {
  const none = { talId: null, cccId: null, ttiId: null, maspedId: null };
  const found = { ...none, talId: 'TAL100001' };
  const sent = open({
    '/api/office/partnerIds': [{ answer: none }, { answer: found }],
    '/api/office/lookUpTalId': { answer: { talId: 'TAL100001', candidates: [] } },
    '/api/office/savePartnerIds': { answer: { ...found, ttiId: 'T-7' } },
  });
  const at = card(/^Partner ids$/);
  await put(at.getByLabelText('Student ID'), '12');
  await at.findByText('Rivka Adler');
  await userEvent.click(await at.findByRole('button', { name: 'Look up at TAL' }));
  await at.findByDisplayValue('TAL100001');
  expect(at.queryByRole('button', { name: 'Look up at TAL' })).toBeNull();
  await put(at.getByLabelText('TTI id'), 'T-7');
  await userEvent.click(button(at, 'Save partner ids'));
  await waitFor(() =>
    expect(sent('/api/office/savePartnerIds')).toMatchObject([
      { body: { student_id: 12, ttiId: 'T-7' }, key: expect.any(String) },
    ]),
  );
});
