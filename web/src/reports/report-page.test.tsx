import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import { newYorkDay } from '@portal/contract/days';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, type Reply, show, signInAs } from '../shared/testing.tsx';
import { lastMonth } from './filters.ts';
import { GradesPage } from './grades-page.tsx';
import { ReportPage } from './report-page.tsx';

const row = {
  registrationId: 7,
  studentId: 9,
  lastName: 'Adler',
  firstName: 'Rivka',
  ssn: '4821',
  subject: 'Biblical Hebrew I',
  secularNumber: 'HEB-101',
  vendorName: 'CIS',
  sessionType: 'School',
  sessionDate: '2026-10-03',
  sessionTime: '09:30',
  schoolName: 'Bnos Chaya',
  school_cohort: '2026-2027',
  locationName: null,
  onlineExamStarted: null,
  arrivedBack: null,
  batchDate: 'N/A',
  admin_cancel_session_date: null,
  paper_exam_uploaded: true,
  paidOn: '2026-09-20',
  grade: '88',
  gradeComment: 'Pass',
  credits: 3,
};
const failed = { ...row, registrationId: 8, grade: null, credits: null, gradeComment: 'Fail' };

const portal = (report: Reply | Reply[]) =>
  fakePortal({
    '/api/getExamRegistrations': report,
    '/api/getActiveLocations': { answer: [] },
    '/api/getActiveSchools': { answer: [{ id: 151, name: 'Bnos Chaya' }] },
    '/api/getAllActiveExams': { answer: [] },
    '/api/admin/getSpecialPackageTypes': { answer: [{ id: 4, displayName: 'Summer' }] },
    '/api/getSchoolCohorts': {
      answer: { school_cohorts: '', latest_cohort: null, distinct_cohorts: '2026-2027,NULL' },
    },
  });
const requests = (got: ReturnType<typeof portal>) =>
  got.filter(({ path }) => path === '/api/getExamRegistrations').map(({ body }) => body);

beforeEach(() => signInAs('ROLE_ADMIN'));
afterEach(() => cleanup());

const get = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Get registrations' });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Export registrations' });
const day = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { exact: false, selector: 'input[type=date]' }), {
    target: { value },
  });
const report = (at = '') =>
  show(<ReportPage />, {
    path: '/admin/registrations-report',
    at: `/admin/registrations-report${at}`,
  });

test('the last month is prefilled and loaded by one press, with the other filters', async () => {
  const got = portal({ answer: [row] });
  report('?vendor=3');
  await userEvent.click(screen.getByRole('button', { name: 'Last month' }));
  await screen.findByText('1 registration');
  const days = lastMonth(newYorkDay(TEST_NOW));
  expect(requests(got)).toEqual([
    { dateType: 1, startDate: days.from, endDate: days.to, vendorId: 3 },
  ]);
  expect(save().disabled).toBe(false);
});

test('registrations need both days in their order, and are shown with their results', async () => {
  const got = portal({ answer: [row, failed] });
  report();
  expect([get().disabled, save().disabled]).toEqual([true, true]);
  expect(screen.getByText(/^Choose the days/)).toBeDefined();
  day('From', '2026-10-20');
  day('To', '2026-10-01');
  screen.getByText('The end date is before the start date.');
  expect(get().disabled).toBe(true);
  day('From', '2026-10-01');
  day('To', '2026-11-20');
  await userEvent.click(get());
  await screen.findByText('2 registrations');
  expect(requests(got)).toEqual([{ dateType: 1, startDate: '2026-10-01', endDate: '2026-11-20' }]);
  screen.getByText('Pass');
  screen.getByText('Fail');
  expect(screen.getAllByText('10/03/2026 9:30 AM ET')).toHaveLength(2);
  expect(screen.getAllByText('09/20/2026')).toHaveLength(2);
  expect(screen.getAllByText('Adler, Rivka')).toHaveLength(2);
  expect(save().disabled).toBe(false);
});

test('an address with filters asks for them at once, and no rows say so', async () => {
  const got = portal({ answer: [] });
  report('?from=2026-10-01&to=2026-10-31&dates=2&type=22&place=151&cohort=NULL&vendor=3');
  await screen.findByText('No registrations found for your criteria.');
  expect(requests(got)).toEqual([
    {
      dateType: 2,
      startDate: '2026-10-01',
      endDate: '2026-10-31',
      sessionTypeId: 22,
      sessionTypeValueId: 151,
      vendorId: 3,
      schoolCohort: 'NULL',
    },
  ]);
  expect(save().disabled).toBe(true);
});

test('shows the sentence of a refusal', async () => {
  const detail = 'There are too many registrations. Please choose a shorter time.';
  portal({ status: 422, code: 'too_many_rows', detail });
  report('?from=2026-10-01&to=2026-10-31');
  await screen.findByText(detail);
});

test('a school admin asks for the grades of the own school without choosing one', async () => {
  signInAs('ROLE_SCHOOL_ADMIN');
  const got = portal({ answer: [row] });
  show(<GradesPage />, { path: '/admin/school-registrations-report' });
  expect(screen.queryByLabelText('School')).toBeNull();
  day('From', '2026-10-01');
  day('To', '2026-10-31');
  await userEvent.click(get());
  await screen.findByText('1 registration');
  expect(requests(got)).toEqual([
    { dateType: 1, startDate: '2026-10-01', endDate: '2026-10-31', sessionTypeId: 22 },
  ]);
});

test('the office chooses the school of the grades first', async () => {
  const got = portal({ answer: [row] });
  show(<GradesPage />, { path: '/admin/school-registrations-report' });
  day('From', '2026-10-01');
  day('To', '2026-10-31');
  expect(get().disabled).toBe(true);
  await userEvent.click(screen.getByRole('combobox', { name: 'School' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Bnos Chaya' }));
  await userEvent.click(get());
  await waitFor(() => expect(requests(got)).toHaveLength(1));
  expect(requests(got)[0]).toMatchObject({ sessionTypeId: 22, schoolId: 151 });
});
