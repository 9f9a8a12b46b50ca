import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, type Reply, show, signInAs } from '../shared/testing.tsx';
import type { SeminaryStudent } from './api.ts';
import { SeminaryStudentsPage } from './students-page.tsx';

afterEach(cleanup);

const aStudent = (more: Partial<SeminaryStudent>): SeminaryStudent => ({
  id: 1,
  firstName: 'Chana',
  lastName: 'Weiss',
  email: 'chana@seminary.test',
  phone: '718-555-0100',
  ssn: '4001',
  dob: '2005-02-15',
  address: '10 Garden Street',
  city: 'Brooklyn',
  state: 'NY',
  zip: '11219',
  country: 'United States',
  seminary_id: 1,
  seminaryId: 1,
  seminaryName: 'Bnos Sarah Jerusalem',
  seminaryYear: 2025,
  sem_phone: null,
  semPhone: null,
  sem_email: null,
  semEmail: null,
  jseId: '30001',
  studentId: null,
  redeemed_exams: null,
  examsCount: 2,
  redeemedExams: [],
  hasStudentWithSameSsnDob: false,
  ...more,
});
const chana = aStudent({});
const leah = aStudent({ id: 2, firstName: 'Leah', lastName: 'Klein', ssn: '4002', studentId: 7 });
const sarah = aStudent({
  id: 3,
  firstName: 'Sarah',
  lastName: 'Katz',
  ssn: '4003',
  studentId: 8,
  seminaryYear: 2023,
  redeemed_exams: 1,
  redeemedExams: [
    {
      subject: 'Biblical Hebrew',
      courseNumber: 'HEB-101',
      numCredits: 3,
      examActualTakenDate: '2024-03-02',
      examTakenDate: '2025-07-01',
      grade: '91',
    },
  ],
});
const tova = aStudent({
  id: 4,
  firstName: 'Tova',
  lastName: 'Roth',
  ssn: '4004',
  hasStudentWithSameSsnDob: true,
});

function open(replies: Record<string, Reply | Reply[]> = {}) {
  signInAs('ROLE_ADMIN');
  const got = fakePortal({
    '/api/admin/findAllSeminaryStudents': { answer: [chana, leah, sarah, tova] },
    '/api/admin/getAllSeminariesForSeminaryTesting': {
      answer: [{ id: 1, name: 'Bnos Sarah Jerusalem' }],
    },
    '/api/getColleges': { answer: [{ id: 234, name: 'Touro' }] },
    '/api/getInfoForAddStudent': { answer: { schools: [], membershipTypes: [] } },
    ...replies,
  });
  show(<SeminaryStudentsPage />, { path: '/admin/seminary-students' });
  return got;
}
const rowOf = async (name: string) => {
  const head = await screen.findByRole('rowheader', { name });
  return within(head.closest('tr') as HTMLElement);
};

test('rows follow what is typed, and none says so', async () => {
  open();
  await screen.findByText('Weiss, Chana');
  await userEvent.type(screen.getByLabelText('Last name'), 'k');
  expect(screen.queryByText('Weiss, Chana')).toBeNull();
  screen.getByText('Klein, Leah');
  await userEvent.selectOptions(screen.getByLabelText('Year'), '2023-2024');
  expect(screen.queryByText('Klein, Leah')).toBeNull();
  screen.getByText('Katz, Sarah');
  await userEvent.type(screen.getByLabelText('SSN (last 4)'), '9');
  await screen.findByText('No results found.');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  await screen.findByText('Weiss, Chana');
});

test('each row has the buttons of its state', async () => {
  open();
  const ofChana = await rowOf('Weiss, Chana');
  ofChana.getByText('not redeemed');
  const invite = ofChana.getByRole('link', { name: 'Non-member invite for Chana Weiss' });
  expect(invite.getAttribute('href')).toBe('/admin/non-member-invite?id=1');
  expect(ofChana.getByRole('link', { name: 'Exams of Chana Weiss' }).getAttribute('href')).toBe(
    '/admin/upload-seminary-test?id=1',
  );
  const redeem = (await rowOf('Klein, Leah')).getByRole('link', { name: /^Redeem exams/ });
  expect(redeem.getAttribute('href')).toBe('/admin/seminaryStudentRedemption/7');
  const ofSarah = await rowOf('Katz, Sarah');
  ofSarah.getByText('redeemed');
  const exams = ofSarah.getByRole<HTMLButtonElement>('button', { name: 'Exams of Sarah Katz' });
  expect(exams.disabled).toBe(true);
  expect(ofSarah.queryByRole('link')).toBeNull();
  (await rowOf('Roth, Tova')).getByRole('button', { name: /^Add by admin only/ });
});

test('details show the exams that were redeemed; only who has not decided is edited', async () => {
  const got = open({
    '/api/admin/editSeminaryStudent': { answer: { seminaryStudent: chana } },
  });
  await screen.findByText('Weiss, Chana');
  await userEvent.click(screen.getByRole('button', { name: 'Details of Sarah Katz' }));
  await screen.findByText('Biblical Hebrew');
  expect(screen.queryByRole('button', { name: 'Edit Sarah Katz' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Details of Chana Weiss' }));
  await userEvent.click(screen.getByRole('button', { name: 'Edit Chana Weiss' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByLabelText<HTMLInputElement>('SSN (last 4)')).readOnly).toBe(true);
  const city = dialog.getByLabelText('City');
  await userEvent.clear(city);
  await userEvent.type(city, 'Lakewood');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Student successfully edited');
  expect(got.find(({ path }) => path === '/api/admin/editSeminaryStudent')?.body).toMatchObject({
    student_id: 1,
    city: 'Lakewood',
    seminaryId: 1,
    seminaryYear: 2025,
    ssn: '4001',
  });
});

test('a new student with the SSN and birth date of another needs a confirmation', async () => {
  const got = open({
    '/api/admin/addSeminaryStudent': [
      {
        status: 409,
        code: 'duplicate_seminary_student',
        detail: 'A seminary student with this SSN and date of birth already exists.',
        Error: true,
        students: [chana],
      },
      { answer: { seminaryStudent: aStudent({ id: 9 }) } },
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add seminary student' }));
  const dialog = within(await screen.findByRole('dialog'));
  const filled: Record<string, string> = {
    'Legal first name': 'Chana',
    'Legal last name': 'Weiss',
    'SSN (last 4)': '4001',
    'Date of birth': '02152005',
    Email: 'new@seminary.test',
    Phone: '718-555-0100',
    Address: '10 Garden Street',
    City: 'Brooklyn',
    Zip: '11219',
  };
  for (const [label, value] of Object.entries(filled))
    await userEvent.type(await dialog.findByLabelText(label), value);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Seminary invalid');
  await userEvent.selectOptions(dialog.getByLabelText('Seminary'), '1');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Same ssn/dob');
  screen.getByText('A seminary student with this SSN and date of birth already exists.');
  await userEvent.click(screen.getByRole('button', { name: 'Continue, this is a new student' }));
  await screen.findByText('Student successfully added');
  const sent = got.filter(({ path }) => path === '/api/admin/addSeminaryStudent');
  expect(sent.map(({ body }) => body)).toMatchObject([
    { seminaryId: 1, ssn: '4001' },
    { confirmDoubleSsnDob: true },
  ]);
});

test('a student with an equal SSN and birth date gets the known facts', async () => {
  const got = open({ '/api/student_add': { answer: { student: { id: 77 } } } });
  const ofTova = await rowOf('Roth, Tova');
  await userEvent.click(ofTova.getByRole('button', { name: /^Add by admin only/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByLabelText<HTMLInputElement>('Legal last name')).value).toBe('Roth');
  expect(got.some(({ path }) => path === '/api/student_add')).toBe(false);
});
