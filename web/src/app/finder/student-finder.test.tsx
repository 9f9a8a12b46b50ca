import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, show, signInAs } from '../../shared/testing.tsx';
import { HomeFinder } from './student-finder.tsx';

const dana = {
  ...{ id: 7, firstName: 'Dana', lastName: 'Levi', maidenName: null, ssn: '4321' },
  ...{ dob: '2004-04-15', email: null, schoolName: null, collegeName: 'Touro' },
};
const school = { id: 151, name: 'Bnos Chaya Seminary', city: 'Brooklyn', chargeSchool: true };

beforeEach(() => signInAs('ROLE_ADMIN'));
afterEach(cleanup);

/** The finder of the first page, with these students to be found. */
function open(students: readonly object[]) {
  const got = fakePortal({
    '/api/admin/suggestStudents': { answer: students },
    '/api/getSchools': { answer: [school] },
  });
  return { got, shown: show(<HomeFinder />, { path: '/admin' }) };
}
const type = (words: string) => userEvent.type(screen.getByRole('combobox'), words);

test('a name, a slash and the beginning of a page lead there on Enter', async () => {
  const { got, shown } = open([dana]);
  expect(screen.queryByRole('listbox')).toBeNull();
  await type('levi dana / trans');
  await screen.findByRole('option', { name: /Levi, Dana.*Transcripts/ });
  expect(got.filter(({ path }) => path.endsWith('suggestStudents')).at(-1)?.body).toMatchObject({
    query: 'levi dana',
  });
  await type('{Enter}');
  expect(shown.address()).toBe('/admin/transcripts-request/7');
});

test('a school comes first where its name begins so, and leads to a payment', async () => {
  const { shown } = open([dana]);
  await type('bnos c / pay');
  await screen.findByRole('option', { name: /Bnos Chaya Seminary.*Add payment/ });
  await waitFor(() =>
    expect(screen.getAllByRole('option')[0]?.textContent).toContain('Bnos Chaya Seminary'),
  );
  screen.getByText('1 school, 1 student');
  await type('{Enter}');
  expect(shown.address()).toBe('/admin/schools?dialog=payment&of=151');
});

test('what was found lies over the page only while the field has the focus', async () => {
  open([dana]);
  await type('levi');
  await screen.findByRole('listbox');
  await userEvent.tab();
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  await userEvent.click(screen.getByRole('combobox'));
  await screen.findByRole('option', { name: /Levi, Dana/ });
});

test('who is not of the office is offered no schools, and Escape takes the words away', async () => {
  signInAs('ROLE_ADVISOR');
  open([dana]);
  await type('bnos');
  await screen.findByRole('option', { name: /Levi, Dana.*My exams/ });
  expect(screen.queryByText('Bnos Chaya Seminary')).toBeNull();
  await type('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
});
