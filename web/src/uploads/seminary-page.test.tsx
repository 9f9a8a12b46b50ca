import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { FakeUpload } from '../shared/api/testing/fake-upload.ts';
import { fakePortal, show, signInAs } from '../shared/testing.tsx';
import { SeminaryUploadPage } from './seminary-page.tsx';

beforeEach(() => FakeUpload.begin());
afterEach(() => {
  FakeUpload.end();
  cleanup();
});

const PATH = '/admin/upload-seminary-test';
function open(at = `${PATH}?id=5`, redeemed: 1 | null = null) {
  signInAs('ROLE_ADMIN');
  fakePortal({
    '/api/admin/findSeminaryStudentById': {
      answer: {
        seminaryStudent: { id: 5, firstName: 'Chana', lastName: 'Weiss', redeemed_exams: redeemed },
      },
    },
    '/api/getAllSeminaryTestingExams': { answer: [{ id: 401, subject: 'Hebrew', vendor_id: 4 }] },
  });
  return show(<SeminaryUploadPage />, { path: PATH, at }).container;
}
const upload = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Upload' });

test('Upload opens with date, exam and file; the outcome makes place for another', async () => {
  const container = open();
  await screen.findByText(/Chana Weiss/);
  const file = new File(['%PDF-1.7'], 'paper.pdf', { type: 'application/pdf' });
  await userEvent.upload(
    container.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
    file,
  );
  expect(upload().disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Date taken'), '02032999');
  await userEvent.tab();
  await screen.findByText('Exam date should be in the past');
  await userEvent.clear(screen.getByLabelText('Date taken'));
  await userEvent.type(screen.getByLabelText('Date taken'), '02032026');
  await userEvent.selectOptions(screen.getByLabelText('Exam'), 'Hebrew');
  await waitFor(() => expect(FakeUpload.made).toHaveLength(1));
  const look = FakeUpload.made[0] as FakeUpload;
  expect(look.form.get('preview')).toBe('true');
  const exam = { subject: 'Hebrew', examActualTakenDate: '2026-02-03', grade: null };
  const known = { ...exam, examActualTakenDate: '2026-02-04', grade: 'A' };
  const rows = [
    { exam, isNew: true, note: null },
    { exam: known, isNew: false, note: 'The same exam, with another date.' },
  ];
  const preview = { rows, fingerprint: 'as-shown' };
  act(() => look.answers(200, { msg: 'Nothing is saved yet.', exam, examsCount: 2, preview }));
  await screen.findByText('Nothing is saved yet.');
  expect(
    screen
      .getAllByRole('row')
      .map((row) => row.textContent)
      .slice(1),
  ).toEqual([
    'HebrewNew02/03/2026Pending',
    'HebrewOn record02/04/2026AThe same exam, with another date.',
  ]);
  expect(upload().disabled).toBe(false);
  await userEvent.click(upload());
  await waitFor(() => expect(FakeUpload.made).toHaveLength(2));
  const request = FakeUpload.made[1] as FakeUpload;
  expect(request.form.get('previewed')).toBe('as-shown');
  expect(Object.fromEntries(request.form)).toMatchObject({
    seminaryStudentId: '5',
    examId: '401',
    examDate: '02/03/2026',
  });
  act(() => request.answers(200, { msg: 'Hebrew was uploaded.', exam: {}, examsCount: 3 }));
  await screen.findByText('Hebrew was uploaded.');
  screen.getByText('3 exams in all.');
  await userEvent.click(screen.getByRole('button', { name: 'Upload another' }));
  expect(screen.getByLabelText<HTMLInputElement>('Date taken').value).toBe('');
});

test('without a student in the address there is a way to the list', async () => {
  open(PATH);
  await screen.findByText(/^Error: /);
  const links = screen.getAllByRole('link', { name: 'Free seminary exams' });
  expect(links.at(-1)?.getAttribute('href')).toBe('/admin/seminary-students');
});

test('nothing is uploaded for a student who has redeemed', async () => {
  open(undefined, 1);
  await screen.findByText('The exams of this student were already redeemed or discarded.');
  expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
});
