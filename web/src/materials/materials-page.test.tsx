import { afterEach, expect, test } from '@jest/globals';
import type { ExamMaterials } from '@portal/contract/exams/exam';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { forgetSession } from '../shared/session/session.ts';
import { fakePortal, type Reply, show, signInAs } from '../shared/testing.tsx';
import { MaterialsPage } from './materials-page.tsx';

const guide = {
  id: 7,
  file_type: 'StudyGuide' as const,
  display_title: 'Study guide: Biology',
  url: '/study-material/7',
  last_updated_date: '2026-04-25',
};
const biology: ExamMaterials = {
  id: 1,
  subject: 'Biology',
  vendor_id: 4,
  vendor_name: 'CIS',
  secularNumber: 'BIO-101',
  study_materials: [
    guide,
    { ...guide, id: 8, file_type: 'other', display_title: 'Reading list', last_updated_date: null },
  ],
};
const ethics: ExamMaterials = {
  ...biology,
  id: 2,
  subject: 'Ethics of the Fathers',
  vendor_id: 1,
  vendor_name: 'TAL',
  secularNumber: 'PHI-9',
  study_materials: [{ ...guide, id: 9, display_title: 'Sample questions' }],
};
const LIST = '/api/getAllExamsWithStudyMaterial';
const REFRESH = '/api/updateAndGetStudyMaterials';
const stored = { exams: [], lastUpdated: '2026-11-22T14:30:00Z', updated: 0 };

function open(replies: Record<string, Reply | Reply[]> = {}, role = 'ROLE_ADMISSIONS') {
  signInAs(role);
  const got = fakePortal({ [LIST]: { answer: [biology, ethics] }, ...replies });
  const shown = show(<MaterialsPage />, { path: '/admin/study-materials' });
  return { ...shown, got };
}
const exams = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

afterEach(() => {
  cleanup();
  forgetSession();
});

test('each exam has its materials: type, link, and the time of the last change', async () => {
  open();
  const list = await screen.findByRole('list', { name: 'Materials of Biology' });
  const [first, second] = within(list).getAllByRole('listitem');
  expect(
    within(first as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/study-material/7');
  expect(first?.textContent).toBe('Study guide: BiologyStudy guide04/25/2026');
  expect(second?.textContent).toBe('Reading listOther material');
  expect(screen.queryByRole('button', { name: /Refresh/ })).toBeNull();
});

test('search and vendor filter the list and stay in the address; no result says so', async () => {
  const { address } = open();
  await screen.findByText('2 exams');
  await userEvent.type(screen.getByLabelText('Search'), 'phi-9');
  expect(exams()).toEqual(['Ethics of the Fathers']);
  expect(address()).toBe('/admin/study-materials?q=phi-9');
  await userEvent.clear(screen.getByLabelText('Search'));
  await userEvent.click(screen.getByRole('radio', { name: 'CIS' }));
  expect(exams()).toEqual(['Biology']);
  expect(screen.queryByRole('radio', { name: 'CCC' })).toBeNull();
  await userEvent.type(screen.getByLabelText('Search'), 'phi-9');
  await screen.findByText('No results found.');
});

test('a column head turns the order', async () => {
  open();
  const head = await screen.findByRole('button', { name: 'Exam' });
  await userEvent.click(head);
  await userEvent.click(head);
  expect(exams()).toEqual(['Ethics of the Fathers', 'Biology']);
});

test('a super admin refreshes, and reads the changes and the error of a partner', async () => {
  const talError = 'The study materials of TAL could not be fetched.';
  const { got } = open(
    { [REFRESH]: [{ answer: stored }, { answer: { ...stored, updated: 3, talError } }] },
    'ROLE_SUPER_ADMIN',
  );
  await screen.findByText(/^Last refresh: .*9:30 AM ET$/);
  await userEvent.click(screen.getByRole('button', { name: 'Refresh TAL/CIS study materials' }));
  await screen.findByText('3 materials changed.');
  screen.getByText(talError);
  // the list is read again
  await waitFor(() => expect(got.filter(({ path }) => path === LIST)).toHaveLength(2));
});

test('a refused refresh says why, and the state of the last one is reloaded', async () => {
  const running = {
    status: 409,
    code: 'update_running',
    detail: 'The study materials are being updated already.',
  };
  open({ [REFRESH]: [{ answer: stored }, running, { answer: stored }] }, 'ROLE_SUPER_ADMIN');
  await screen.findByText(/^Last refresh/);
  await userEvent.click(screen.getByRole('button', { name: 'Refresh TAL/CIS study materials' }));
  await screen.findByText('The study materials are being updated already.');
  screen.getByText(/^Last refresh/);
});

test('a list that failed to load can be retried', async () => {
  open({
    [LIST]: [{ status: 503, code: 'down', detail: 'Part of it is down.' }, { answer: [ethics] }],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('1 exam');
});
