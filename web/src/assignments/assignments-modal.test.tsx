import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Assignment } from '@portal/contract/courses/assignments';
import type { Exam } from '@portal/contract/exams/exam';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { FakeUpload } from '../shared/api/testing/fake-upload.ts';
import { mayDo, mayPayFor } from '../shared/exams/testing.ts';
import { fakePortal, pressTwice, type Reply, show } from '../shared/testing.tsx';
import { AssignmentsModal } from './assignments-modal.tsx';

beforeEach(() => FakeUpload.begin());
const roles = (names: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the hints are plain cookies by contract
  document.cookie = `isLoggedIn=${names === '' ? '; max-age=0' : '1'}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the hints are plain cookies by contract
  document.cookie = `roles=${names}${names === '' ? '; max-age=0' : ''}`;
};
afterEach(() => {
  FakeUpload.end();
  roles('');
  cleanup();
});

const exam = (over: Partial<Exam> = {}): Exam =>
  ({
    id: 301,
    subject: 'Child Development',
    vendor_id: 3,
    vendor_name: 'CCC',
    secularNumber: 'CCC-301',
    registration_id: 77,
    status: 'course_started',
    assignments: true,
    testSessionId: null,
    actions: mayDo('startCourse', 'upload'),
    online_program_started: '2026-11-01T15:00:00Z',
    online_ampeducator_assignments_started: null,
    ...over,
  }) as Exam;
const essay: Assignment = {
  studentAssignmentId: 5,
  courseAssignmentName: 'Essay',
  courseAssignmentDescription: 'Three pages.',
  studentAssignmentUploaded: false,
  studentAssignmentUploadedDate: null,
};
const journal: Assignment = {
  studentAssignmentId: 6,
  courseAssignmentName: 'Reading journal',
  courseAssignmentDescription: null,
  studentAssignmentUploaded: true,
  studentAssignmentUploadedDate: '2026-11-20T15:30:00.000Z',
};
const connecting = 'There was a problem connecting to your Coopersmith student record.';

function open(
  begin: 'list' | 'upload',
  { of = exam(), replies = {} }: { of?: Exam; replies?: Record<string, Reply | Reply[]> } = {},
) {
  const got = fakePortal({
    '/api/getCoopersmithAssignments': { answer: { assignments: [essay, journal] } },
    '/api/getStudentCccId': { answer: { cccId: 'CCC20001' } },
    ...replies,
  });
  show(<AssignmentsModal exam={of} begin={begin} onClose={() => {}} />);
  return got;
}
const itemOf = async (name: string) =>
  (await screen.findByRole('heading', { name })).closest('li') as HTMLElement;
const choose = async (name: string, file: File) => {
  const input = (await itemOf(name)).querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [file] } });
};
const pdf = (name = 'essay.pdf') => new File(['%PDF-1.7 essay'], name, { type: 'application/pdf' });
const uploadButton = () => screen.getByRole('button', { name: 'Upload' });
const sent = async (count: number): Promise<FakeUpload> => {
  await waitFor(() => expect(FakeUpload.made).toHaveLength(count));
  return FakeUpload.made[count - 1] as FakeUpload;
};
const done = (id: number) => ({
  uploadResponse: [
    {
      studentAssignmentID: id,
      studentAssignmentUploaded: true,
      studentAssignmentUploadedDate: '2026-11-21T14:00:00.000Z',
    },
  ],
  onlineAssignmentUploaded: true,
});

test("the list shows name, description, upload time, and the vendor's student id", async () => {
  roles('ROLE_STUDENT');
  open('list');
  expect((await itemOf('Essay')).textContent).toBe('EssayThree pages.Open');
  expect((await itemOf('Reading journal')).textContent).toMatch(
    /^Reading journalUploadedFri, Nov 20(, 2026)?, 10:30 AM ET$/,
  );
  expect(screen.getByText('1 of 2 assignments uploaded')).toBeTruthy();
  expect(await screen.findByText('CCC20001')).toBeTruthy();
  await userEvent.click(uploadButton());
  expect(screen.getByRole('button', { name: 'Replace file for Reading journal' })).toBeTruthy();
});

test('hides the id from advisors', async () => {
  roles('ROLE_ADVISOR');
  const got = open('list');
  await itemOf('Essay');
  expect(got.map(({ path }) => path)).toEqual(['/api/getCoopersmithAssignments']);
});

test.each([1, 4])('an exam of vendor %d only says where assignments are handed in', (vendor_id) => {
  const got = open('upload', { of: exam({ vendor_id, actions: mayDo('startCourse') }) });
  expect(
    screen.getByText('Please hand in the assignments as the course material says.'),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
  expect(got).toEqual([]);
});

test('an empty list says so; one that failed to load says so too, with a retry', async () => {
  const failure = { status: 502, code: 'coopersmith_failed', detail: connecting };
  open('list', {
    replies: { '/api/getCoopersmithAssignments': [failure, { answer: { assignments: [] } }] },
  });
  await screen.findByText(connecting);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('There are no assignments.');
  expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
});

test('a file is sent with a key, its progress shows, and its date is the new one', async () => {
  open('upload');
  await choose('Essay', pdf());
  await userEvent.click(uploadButton());
  const upload = await sent(1);
  expect([
    upload.form.get('regId'),
    upload.form.get('studentAssignmentId'),
    (upload.form.get('assignment') as File).name,
  ]).toEqual(['77', '5', 'essay.pdf']);
  expect(upload.key).toMatch(/^[0-9a-f-]{36}$/);
  act(() => upload.upload.onprogress?.({ loaded: 40, total: 100 }));
  expect(
    (await screen.findByRole('progressbar', { name: 'Upload of essay.pdf' })).getAttribute(
      'aria-valuenow',
    ),
  ).toBe('40');
  upload.answers(200, done(5));
  await screen.findByText('All assignments are uploaded.');
  expect((await itemOf('Essay')).textContent).toMatch(/UploadedSat, Nov 21(, 2026)?, 9:00 AM ET/);
  expect(screen.getByText('Essay is uploaded.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Replace file for Essay' })).toBeTruthy();
});

test('two presses of Upload before the first is drawn send each file once', async () => {
  open('upload');
  await choose('Essay', pdf());
  await choose('Reading journal', pdf('journal.pdf'));
  pressTwice(uploadButton());
  (await sent(1)).answers(200, done(5));
  (await sent(2)).answers(200, done(6));
  await screen.findByText('Essay is uploaded. Reading journal is uploaded.');
  expect(FakeUpload.made).toHaveLength(2);
});

test.each([
  {
    name: 'page.html',
    content: 'x',
    says: 'Please choose a PDF, DOC, DOCX, RTF, ODT, TXT, JPG or PNG file.',
  },
  { name: 'essay.pdf', content: '', says: 'The file is empty.' },
])(
  '$name of $content.length bytes is named before anything is sent',
  async ({ name, content, says }) => {
    open('upload');
    await choose('Essay', new File([content], name));
    expect(within(await itemOf('Essay')).getByRole('alert').textContent).toBe(says);
    expect(uploadButton()).toHaveProperty('disabled', true);
  },
);

test('a file dropped on an assignment is chosen for it; two are refused', async () => {
  open('upload');
  const item = await itemOf('Essay');
  const drop = (files: File[]) =>
    fireEvent.drop(item, { dataTransfer: { types: ['Files'], files } });
  drop([pdf(), pdf('other.pdf')]);
  expect(within(item).getByRole('alert').textContent).toBe(
    'Please choose one file for each assignment.',
  );
  drop([pdf('dropped.pdf')]);
  expect(within(item).getByText('dropped.pdf')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove the file for Essay' }));
  expect(within(item).queryByText('dropped.pdf')).toBeNull();
  expect(document.activeElement).toBe(
    screen.getByRole('button', { name: 'Choose file for Essay' }),
  );
});

test('an upload without an answer repeats with its key; a refused one gets a new key', async () => {
  open('upload');
  await choose('Essay', pdf());
  await userEvent.click(uploadButton());
  const first = await sent(1);
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(uploadButton()).toHaveProperty('disabled', false));
  await userEvent.click(uploadButton());
  const second = await sent(2);
  second.onerror?.(); // no answer: the page repeats it
  const third = await sent(3);
  third.answers(409, {
    code: 'assignment_graded',
    detail: 'This assignment is graded and cannot be replaced.',
  });
  await screen.findByText('This assignment is graded and cannot be replaced.');
  await userEvent.click(uploadButton());
  const fourth = await sent(4);
  expect([second.key, third.key]).toEqual([first.key, first.key]);
  expect(fourth.key).not.toBe(first.key);
});

test.each([
  { problem: { code: 'coopersmith_failed', detail: connecting }, says: connecting },
  {
    problem: { code: 'coopersmith_failed', detail: connecting, reason: 'The page is upside down.' },
    says: 'The page is upside down.',
  },
  {
    problem: { code: 'coopersmith_failed', detail: connecting, reason: 'x'.repeat(15_000) },
    says: 'Error',
  },
])('a file that the vendor does not take: $says', async ({ problem, says }) => {
  open('upload');
  await choose('Essay', pdf());
  await userEvent.click(uploadButton());
  (await sent(1)).answers(502, problem);
  expect((await within(await itemOf('Essay')).findByRole('alert')).textContent).toBe(says);
  expect(uploadButton()).toHaveProperty('disabled', false);
});

test('staff may look and send nothing', async () => {
  roles('ROLE_ADMIN');
  open('upload');
  await itemOf('Essay');
  expect(screen.getByText('Only the student can upload assignments.')).toBeTruthy();
  for (const name of ['Upload', 'Choose file for Essay'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
});

test('the first file of an unstarted course ends the right to cancel, and says so', async () => {
  open('upload', { of: exam({ status: 'registered', online_program_started: null }) });
  await screen.findByText('Once a file is uploaded, this exam can no longer be cancelled.');
});

test('the grading fee comes first when it is owed', async () => {
  open('upload', {
    of: exam({ actions: [mayPayFor('upload', 0, 50)] }),
    replies: { '/api/getPaymentMethods': { answer: [] } },
  });
  await screen.findByRole('dialog', { name: 'Pay fees' });
});
