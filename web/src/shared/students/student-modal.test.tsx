import { afterEach, expect, test } from '@jest/globals';
import type { StaffStudent } from '@portal/contract/students/staff-student';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, type Reply, show } from '../testing.tsx';
import { StudentModal } from './student-modal.tsx';

afterEach(cleanup);

const rivka = {
  id: 12,
  firstName: 'Rivka',
  lastName: 'Adler',
  maidenName: 'Katz',
  gender: '2',
  ssn: '4821',
  dob: '2004-02-13',
  email: 'rivka@student.test',
  phone: '718-555-0142',
  phone2: null,
  address: '12 Barley Street',
  city: 'Brooklyn',
  state: 'NY',
  zip: '11230',
  country: 'United States',
  college: 234,
  membershipType: 2,
  school: null,
  schoolCohort: null,
  accommodations: null,
  approvedBy: null,
  password: true,
} as StaffStudent;
const lists = {
  '/api/getColleges': { answer: [{ id: 234, name: 'Thomas Edison State University' }] },
  '/api/getInfoForAddStudent': {
    answer: { schools: [], membershipTypes: [{ id: 2, name: 'Non-member' }] },
  },
};
const duplicate: Reply = {
  status: 409,
  code: 'duplicate_student',
  detail: 'A student already exists with the given SSN and date of birth.',
  Error: true,
  students: [{ id: 9, firstName: 'Shira', lastName: 'Berg', ssn: '4821', dob: '2004-02-13' }],
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('only changed fields are sent, after a review; emptied fields are cleared', async () => {
  const got = fakePortal({
    ...lists,
    '/api/admin/editStudent': { answer: { student: rivka, paymentMethods: [] } },
  });
  show(<StudentModal student={rivka} onClose={() => {}} />);
  const city = await screen.findByLabelText('City');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(true);
  await userEvent.clear(city);
  await userEvent.type(city, 'Lakewood');
  await userEvent.clear(screen.getByLabelText('Maiden or other name'));
  await press('Confirm');
  await screen.findByText('Please review your details to make sure they are accurate.');
  await press('Save');
  await screen.findByText('Student successfully edited');
  expect(got.find(({ path }) => path === '/api/admin/editStudent')?.body).toEqual({
    student_id: 12,
    city: 'Lakewood',
    maidenName: '',
    emailUnlocked: false,
  });
});

test('a field that must be filled in keeps the review closed', async () => {
  fakePortal(lists);
  show(<StudentModal student={rivka} onClose={() => {}} />);
  await userEvent.clear(await screen.findByLabelText('Zip'));
  await press('Confirm');
  await screen.findByText('Zip invalid');
  expect(screen.queryByText(/Please review/)).toBeNull();
});

test('the address of a login is unlocked first; another SSN warns', async () => {
  fakePortal(lists);
  show(<StudentModal student={rivka} onClose={() => {}} />);
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).readOnly).toBe(true);
  await press('Unlock');
  await screen.findByText(
    'The student uses this email address to log in to the portal. Continue anyway?',
  );
  await press('Yes');
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).readOnly).toBe(false);
  await userEvent.clear(screen.getByLabelText('SSN (last 4)'));
  await userEvent.type(screen.getByLabelText('SSN (last 4)'), '1111');
  await screen.findByText(/Correcting a wrong SSN costs \$50/);
});

test('a new student with the pair of another is confirmed, and sent again as that', async () => {
  const got = fakePortal({
    ...lists,
    '/api/student_add': [duplicate, { answer: { student: { ...rivka, id: 13 } } }],
  });
  show(<StudentModal student={null} onClose={() => {}} />);
  const filled: Record<string, string> = {
    'Legal first name': 'Rivka',
    'Legal last name': 'Adler',
    'Date of birth': '02132004',
    'SSN (last 4)': '4821',
    Email: 'new@student.test',
    'Cell phone': '718-555-0142',
    Address: '12 Barley Street',
    City: 'Brooklyn',
    Zip: '11230',
  };
  for (const [label, value] of Object.entries(filled))
    await userEvent.type(await screen.findByLabelText(label), value);
  await userEvent.selectOptions(screen.getByLabelText('Gender'), '2');
  await userEvent.selectOptions(screen.getByLabelText('College'), '234');
  await userEvent.selectOptions(screen.getByLabelText('Membership type'), '2');
  await press('Confirm');
  await screen.findByText(/Please review/);
  await press('Save');
  await screen.findByText('Same ssn/dob');
  screen.getByText(/Shira Berg/);
  await press('Continue, this is a new student');
  await screen.findByText('Student successfully added');
  const sent = got.filter(({ path }) => path === '/api/student_add').map(({ body }) => body);
  expect(sent).toMatchObject([
    { collegeId: 234, membershipTypeId: 2, schoolId: null, isRegularAddEditStudent: true },
    { confirmDoubleSsnDob: true },
  ]);
});
