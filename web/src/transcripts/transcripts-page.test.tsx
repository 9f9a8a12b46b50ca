import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StudentInView } from '../shared/api/student-for-staff.tsx';
import { fakePortal, type Reply, show, signInAs } from '../shared/testing.tsx';
import { TranscriptsPage } from './transcripts-page.tsx';

const INFO = '/api/admin/getStudentInfo';
const TAL = '/api/admin/requestTALTranscript';
const COOPERSMITH = '/api/admin/addTranscriptRequest';
const SENT = 'The transcript request was sent.';

const result = {
  courseNumber: 'TAL-101',
  subject: 'Ethics',
  credits: 3,
  examTakenDate: '2026-05-04',
  isOnline: false,
  result: 'Pass',
  score: '88',
  vendorId: 1,
};
const failed = { ...result, courseNumber: 'TAL-102', subject: 'Logic', result: 'Fail' };
const pendingGrades = {
  code: 'pending_grades',
  text: 'There are pending grades',
  overridable: true,
};
const noExams = { code: 'no_exams', text: 'Student did not take any exams', overridable: false };
const info = {
  student: {
    id: 12,
    firstName: 'Rivka',
    lastName: 'Adler',
    ssn: '4821',
    dob: '2004-04-15',
    jseId: '7001',
    collegeName: 'Touro',
  },
  collegeName: 'Touro',
  missingTalGuid: false,
  talExamsResponse: [result, failed],
  talError: null as string | null,
  coopersmithExams: [] as object[] | null,
  coopersmithError: null as string | null,
  talLatestTranscriptRequest: '2025-11-10T18:04:00Z' as string | null,
  coopersmithLatestTranscriptRequest: null as string | null,
  transcriptBlocks: { tal: [] as object[], coopersmith: [noExams] as object[] },
};

beforeEach(() => signInAs('ROLE_ADVISOR'));
afterEach(cleanup);

function open(about: Partial<typeof info> = {}, replies: Record<string, Reply | Reply[]> = {}) {
  const got = fakePortal({ [INFO]: { answer: { ...info, ...about } }, ...replies });
  show(
    <StudentInView id={12}>
      <TranscriptsPage />
    </StudentInView>,
  );
  return got;
}
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const button = { name: 'Request transcript' };

test('a transcript of TAL and CIS is requested, and its time shown as EST', async () => {
  const got = open(
    {},
    {
      [TAL]: {
        answer: {
          success: true,
          message: SENT,
          talLatestTranscriptRequest: '2025-11-22T20:30:00Z',
        },
      },
    },
  );
  const tal = await card('TAL and CIS');
  expect(tal.getByText(/Latest request: Mon, Nov 10, 2025, 1:04 PM EST/)).toBeTruthy();
  await userEvent.click(tal.getByRole('button', button));
  expect(await tal.findByText(SENT)).toBeTruthy();
  expect(tal.getByText(/Nov 22, 2025, 3:30 PM EST/)).toBeTruthy();
  expect(tal.getByRole<HTMLButtonElement>('button', button).disabled).toBe(true);
  const [sent] = got.filter(({ path }) => path === TAL);
  expect(sent?.body).toEqual({ student_id: 12, pendingOverride: false });
  expect(sent?.key).not.toBeNull();
});

test('a block is shown and disables the button, unless the override lifts it', async () => {
  const got = open(
    { transcriptBlocks: { tal: [pendingGrades], coopersmith: [noExams] } },
    { [TAL]: { status: 502, code: 'partner_failed', detail: 'Error sending transcript request.' } },
  );
  const coopersmith = await card('Coopersmith');
  expect(coopersmith.getByText('Student did not take any exams')).toBeTruthy();
  expect(coopersmith.getByRole<HTMLButtonElement>('button', button).disabled).toBe(true);
  expect(coopersmith.queryByRole('checkbox')).toBeNull();

  const tal = await card('TAL and CIS');
  expect(tal.getByRole<HTMLButtonElement>('button', button).disabled).toBe(true);
  await userEvent.click(tal.getByRole('checkbox'));
  expect(tal.queryByText('There are pending grades')).toBeNull();
  await userEvent.click(tal.getByRole('button', button));
  expect(await tal.findByText('Error sending transcript request.')).toBeTruthy();
  expect(got.find(({ path }) => path === TAL)?.body).toMatchObject({ pendingOverride: true });
  expect(tal.getByRole<HTMLButtonElement>('button', button).disabled).toBe(false);
});

test('Coopersmith is queried as vendor 3', async () => {
  const got = open(
    { transcriptBlocks: { tal: [], coopersmith: [] } },
    {
      [COOPERSMITH]: {
        answer: {
          success: true,
          message: SENT,
          coopersmithLatestTranscriptRequest: '2025-11-22T20:30:00Z',
        },
      },
    },
  );
  const coopersmith = await card('Coopersmith');
  await userEvent.click(coopersmith.getByRole('button', button));
  expect(await coopersmith.findByText(SENT)).toBeTruthy();
  expect(got.find(({ path }) => path === COOPERSMITH)?.body).toMatchObject({ vendorId: 3 });
});

test('the paper has passed, pending and inapplicable exams, no SSN or birth date', async () => {
  let printed = '';
  window.print = () => {
    printed = document.title;
  };
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Save as PDF' }));
  expect(printed).toBe('Exam results Rivka Adler');
  window.dispatchEvent(new Event('afterprint'));
  await waitFor(() => expect(document.title).not.toBe(printed));
  const paper = document.querySelector('body > article')?.textContent ?? '';
  expect(paper).toContain('Ethics');
  expect(paper).not.toMatch(/Logic|4821|2004/);
});

test('says where no exams are, which vendor failed, and the errors', async () => {
  open({ talError: 'Could not retrieve exams', talExamsResponse: null as never });
  expect(await screen.findByText('Could not retrieve exams')).toBeTruthy();
  expect(screen.getByText('Student did not take any Coopersmith exams')).toBeTruthy();
  expect(screen.queryByText('Student did not take any TAL exams')).toBeNull();
  cleanup();
  fakePortal({ [INFO]: { status: 404, code: 'student_not_found', detail: 'No student found' } });
  show(
    <StudentInView id={12}>
      <TranscriptsPage />
    </StudentInView>,
  );
  expect(await screen.findByText('Error: No student found')).toBeTruthy();
});

const LOOKUP = '/api/office/lookUpTalId';
const noTalId = {
  code: 'tal_id_missing',
  text: 'TAL id is missing from student record',
  overridable: false,
};
const missing = { missingTalGuid: true, transcriptBlocks: { tal: [noTalId], coopersmith: [] } };
const lookUp = { name: 'Look up at TAL' };

test('an admin looks up a student without an id at TAL, and results reload', async () => {
  signInAs('ROLE_ADMIN');
  const found = { talId: 'TAL100001', candidates: [] };
  const got = open(missing, {
    [INFO]: [{ answer: { ...info, ...missing } }, { answer: info }],
    [LOOKUP]: { answer: found },
  });
  const tal = await card('TAL and CIS');
  await userEvent.click(tal.getByRole('button', lookUp));
  await waitFor(() => expect(screen.queryByRole('button', lookUp)).toBeNull());
  expect(got.filter(({ path }) => path === LOOKUP)).toMatchObject([{ body: { student_id: 12 } }]);
});

test('a lookup states what differs at TAL', async () => {
  signInAs('ROLE_ADMIN');
  const detail = 'TAL has other data of this student.';
  const reasons = ['Date of birth at TAL: 2004-05-15'];
  open(missing, { [LOOKUP]: { status: 409, code: 'differs', detail, reasons } });
  const tal = await card('TAL and CIS');
  await userEvent.click(tal.getByRole('button', lookUp));
  expect(await tal.findByText(detail)).toBeTruthy();
  expect(tal.getByText('Date of birth at TAL: 2004-05-15')).toBeTruthy();
});

test('says that TAL does not know the student', async () => {
  signInAs('ROLE_ADMIN');
  open(missing, { [LOOKUP]: { answer: { talId: null, candidates: [] } } });
  const tal = await card('TAL and CIS');
  await userEvent.click(tal.getByRole('button', lookUp));
  expect(await tal.findByText('TAL does not know this student.')).toBeTruthy();
});

test('an advisor changes no ids and has no lookup', async () => {
  open(missing);
  const tal = await card('TAL and CIS');
  expect(tal.queryByRole('button', lookUp)).toBeNull();
});
