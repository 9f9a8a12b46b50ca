import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, show, signInAs } from '../shared/testing.tsx';
import type { SchoolStudent } from './api.ts';
import { StudentList } from './student-list.tsx';

afterEach(cleanup);

const adler: SchoolStudent = {
  student: {
    id: 1,
    lastName: 'Adler',
    firstName: 'Dina',
    ssn: '4321',
    gender: '2',
    email: 'dina@student.test',
    school_cohort: '2026-2027',
    membershipType: 2,
  },
  existingStudentCredits: 0,
  availableCredits: 0,
  freeSchoolCredits: 0,
  paymentMethods: [],
};
const record = {
  id: 1,
  firstName: 'Dina',
  lastName: 'Adler',
  maidenName: null,
  gender: '2',
  ssn: '4321',
  dob: '2004-02-13',
  email: 'dina@student.test',
  phone: '718-555-0142',
  phone2: null,
  address: '12 Barley Street',
  city: 'Brooklyn',
  state: 'NY',
  zip: '11230',
  country: 'United States',
  college: 234,
  membershipType: 2,
  school: 151,
  schoolCohort: '2026-2027',
  accommodations: null,
  approvedBy: null,
  password: true,
};
const info = (areMembers = false) => ({
  schools: [
    {
      id: 151,
      name: 'Bnos Chaya',
      gender: '2',
      latest_cohort: '2026-2027',
      distinct_cohorts: '2026-2027',
      school_cohorts: '2026-2027,2027-2028',
      multiple_active_cohorts: true,
      students_are_members: areMembers,
    },
  ],
  membershipTypes: [],
});

function open(role: string, areMembers = false) {
  signInAs(`ROLE_${role}`);
  const got = fakePortal({
    '/api/getAllSchoolStudents': { answer: [adler] },
    '/api/getInfoForAddStudent': { answer: info(areMembers) },
    '/api/getColleges': { answer: [] },
    '/api/admin/getStudent': { answer: { student: record, credits: {} } },
    '/api/admin/editStudent': { answer: { student: record, paymentMethods: [] } },
    '/api/student_add': { answer: { student: { ...record, id: 2 }, paymentMethods: [] } },
  });
  show(<StudentList schoolId={151} />);
  return got;
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('a school admin edits the cohort, not the identity of a student', async () => {
  const got = open('SCHOOL_ADMIN');
  await press('Edit student details, Dina Adler');
  const form = within(await screen.findByRole('dialog'));
  await userEvent.selectOptions(await form.findByLabelText('Cohort'), '2027-2028');
  for (const name of ['College', 'Membership type', 'Accommodations'])
    expect(screen.queryByLabelText(name)).toBeNull();
  for (const name of ['Date of birth', 'SSN (last 4)', 'Email'])
    expect(screen.getByLabelText(name)).toHaveProperty('readOnly', true);
  await press('Confirm');
  await press('Save');
  await screen.findByText('Student successfully edited');
  const sent = got.find(({ path }) => path === '/api/admin/editStudent');
  expect(sent?.body).toMatchObject({ student_id: 1, cohort: '2027-2028' });
  expect(sent?.body).not.toHaveProperty('collegeId');
});

test('a student is added with the newest cohort, unless students are members', async () => {
  const got = open('ADMIN');
  await press('Add student');
  for (const [name, value] of Object.entries({
    'Legal first name': 'Rivka',
    'Legal last name': 'Berger',
    'Date of birth': '02132004',
    'SSN (last 4)': '0821',
    Email: 'rivka@student.test',
    'Cell phone': '718-555-0142',
    Address: '12 Barley Street',
    City: 'Brooklyn',
    Zip: '11230',
  }))
    await userEvent.type(await screen.findByLabelText(name), value);
  await userEvent.selectOptions(screen.getByLabelText('Gender'), '2');
  await press('Confirm');
  await press('Save');
  await screen.findByText('Student successfully added');
  const sent = got.find(({ path }) => path === '/api/student_add');
  expect(sent?.body).toMatchObject({
    firstName: 'Rivka',
    schoolId: 151,
    cohort: '2026-2027',
    isForSchool: true,
  });
  expect(sent?.body).not.toHaveProperty('collegeId');
  cleanup();
  open('ADMIN', true);
  await screen.findByRole('button', { name: 'Edit student details, Dina Adler' });
  expect(screen.queryByRole('button', { name: 'Add student' })).toBeNull();
});
