import { afterEach, expect, jest, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exam';
import type { Session } from '@portal/contract/sessions';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, type Reply, show } from '../shared/testing.tsx';
import { type Dialogs, ExamsPage } from './exams-page.tsx';
import { anExam, aRegistered, aSessionOf } from './testing.ts';

const credits = {
  totalCredits: 6,
  creditsDetails: { '1,4': 0, '3': 0, generic: 6 },
  pricePerCredit: 42,
  specialPackages: [],
  examAllowedPackage: null,
  examAllowedPckCreditBalance: 0,
  examAllowedPackages: [],
  freeCreditForSeminaryStudyRetakes: 0,
  vendorSpecificPackage: false,
  packageBuyingDisabled: false,
};
const totals = { totCreditsAvailable: 3, totCreditsDetails: { '1,4': 0, '3': 0, generic: 3 }, examAllowedPackages: [] };
const broken: Reply = { status: 500, code: 'internal', detail: 'Something went wrong. Please try again.' };
const nothing = () => null;
const dialogs: Dialogs = {
  Book: nothing,
  Leave: nothing,
  StartExam: nothing,
  StartCourse: nothing,
  Assignments: nothing,
  OnlineWatch: nothing,
};

const scrolled = jest.fn();
HTMLElement.prototype.scrollIntoView = function (this: HTMLElement) {
  scrolled(this.id);
};
afterEach(() => {
  cleanup();
  scrolled.mockClear();
});

interface Given {
  exams: readonly Exam[];
  sessions?: readonly Session[];
  at?: string;
  replies?: Record<string, Reply | Reply[]>;
}
function open({ exams, sessions = [], at = '/', replies = {} }: Given) {
  const got = fakePortal({
    '/api/getAllExamsAccordingStudent': { answer: { exams, memberHasntRegistered2years: false } },
    '/api/getSessionsByStudentId': { answer: sessions },
    '/api/getCreditsInfo': { answer: credits },
    '/api/getStudentInfo': { answer: { student: { collegeId: 1, gender: '2' }, creditsInfo: credits } },
    '/api/getCoopersmithAssignments': { answer: { assignments: [] } },
    ...replies,
  });
  show(
    <main tabIndex={-1}>
      <ExamsPage dialogs={dialogs} />
    </main>,
    { at },
  );
  return got;
}
const rowOf = (id = 101) => within(document.getElementById(`exam-${id}`) as HTMLElement);
/** The words of a row's buttons, without the one that opens it and the one that unfolds its details. */
const buttonsOf = (id = 101): (string | null)[] =>
  rowOf(id)
    .getAllByRole('button')
    .slice(1)
    .map(({ textContent }) => textContent)
    .filter((text) => text !== 'Study materials and details' && text !== 'Email study materials');

const hoursFromNow = (hours: number) => {
  const [day = '', time = ''] = new Date(Date.now() + hours * 3_600_000).toLocaleString('sv', { timeZone: 'America/New_York' }).split(' ');
  return { date: day, testSessionTime: time.slice(0, 5) };
};
const ahead = aSessionOf(hoursFromNow(100));
const begun = aSessionOf(hoursFromNow(-1));
const inRoom = { sessionType: '22', schoolId: 151, schoolName: 'Bais Chana Seminary', session_last_date: hoursFromNow(100).date } as const;
const course = { vendor_id: 3, assignments: true, program_content_code: 'P-101' } as const;
const booked = { status: 'scheduled', testSessionId: 77, sessionType: '21' } as const;
const atHome = { status: 'scheduled', testSessionId: 99, sessionType: '99', proctorUuid: 'u' } as const;
const started = new Date(Date.now() - 3_600_000).toISOString();
const yesterday = hoursFromNow(-24).date;

interface State {
  state: string;
  of: Partial<Exam>;
  session?: Session;
  buttons: string[];
  says?: (string | RegExp)[];
}
const states: State[] = [
  { state: 'registered', of: {}, buttons: ['Schedule', 'Start exam online', 'Cancel'], says: ['Registered'] },
  { state: 'registered, online only', of: { online_only: true }, buttons: ['Start exam online', 'Cancel'] },
  { state: 'registered, paper only', of: { paper_only: true }, buttons: ['Schedule', 'Cancel'] },
  { state: 'registered, not online', of: { content_code: null }, buttons: ['Schedule', 'Cancel'] },
  {
    state: 'registered, its school session to be taken online',
    of: { admin_cancel_session_date: yesterday, admin_cancel_session_reason_code: 'CP' },
    buttons: ['Start exam online', 'Schedule', 'Cancel'],
    says: [/Please re-schedule\..*This school session should be taken online/],
  },
  { state: 'registered, a course before it', of: course, buttons: ['Start course online', 'Cancel'] },
  {
    state: 'scheduled at a location',
    of: booked,
    session: ahead,
    buttons: ['Reschedule', 'Cancel session', 'Cancel'],
    says: ['Sign in 15 minutes before', 'Brooklyn, 1630 East 14th Street, Brooklyn'],
  },
  { state: 'scheduled, begun', of: booked, session: begun, buttons: ['Cancel'] },
  {
    state: 'scheduled in a school before its time',
    of: { ...booked, sessionType: '22' },
    session: { ...ahead, ...inRoom },
    buttons: ['Cancel'],
    says: ['Bais Chana Seminary, 1630 East 14th Street, Brooklyn', /Last date/],
  },
  {
    state: 'scheduled in a school, in its window',
    of: { ...booked, sessionType: '22' },
    session: { ...begun, ...inRoom },
    buttons: ['Start exam online', 'Cancel'],
  },
  {
    state: 'scheduled in a school without the button',
    of: { ...booked, sessionType: '22' },
    session: { ...begun, ...inRoom, schoolId: 7 },
    buttons: ['Cancel'],
  },
  {
    state: 'shipped',
    of: { ...booked, sessionType: '23' },
    session: { ...begun, ...inRoom, sessionType: '23', shipDate: '2026-11-01', returnDueDate: '2026-12-01' },
    buttons: ['Start exam online', 'Cancel'],
    says: ['Bring your ID and $25.00 to pay the proctor.', /Ship date/, /Last date/, /Due back on/, 'Contact: Miriam Stern, 1 42 72'],
  },
  { state: 'scheduled online', of: atHome, buttons: ['Open proctoring', 'Cancel session', 'Cancel'], says: ['Online'] },
  {
    state: 'let in',
    of: { ...atHome, status: 'online_access' },
    buttons: ['Start exam online', 'Cancel'],
    says: ['You can start your exam.'],
  },
  {
    state: 'course started',
    of: { ...course, status: 'course_started', online_program_started: started },
    buttons: ['Continue course', 'Assignments', 'Upload'],
    says: ['Started', /Exam and assignments must be completed by/],
  },
  {
    state: 'course completed',
    of: { ...course, status: 'course_completed', online_program_started: started, online_program_completed: started },
    buttons: ['Schedule', 'Start exam online', 'Assignments', 'Upload'],
    says: ['You can take the exam now.'],
  },
  {
    state: 'exam running',
    of: { ...atHome, status: 'online_started', online_exam_started: started },
    buttons: ['Continue exam'],
    says: [/2[23] h \d+ min left/],
  },
  {
    state: 'cut off',
    of: { ...atHome, status: 'disconnected', online_exam_started: started },
    buttons: ['Continue exam'],
    says: [/2[23] h \d+ min left.*Your connection was lost\./],
  },
  { state: 'taken', of: { status: 'taken', examTaken: true, examTakenDate: yesterday }, buttons: [], says: ['Pending', /Taken /] },
  { state: 'taken long ago', of: { status: 'taken', examTaken: true, examTakenDate: '2020-01-02' }, buttons: [], says: ['Unavailable'] },
  {
    state: 'taken, assignments open',
    of: {
      ...course,
      status: 'taken',
      examTaken: true,
      examTakenDate: yesterday,
      online_program_started: started,
      coopersmithExamTakenAssignmentsIncomplete: true,
    },
    buttons: ['Assignments', 'Upload'],
    says: ['Pending', 'Your grade waits for your assignments.'],
  },
  {
    state: 'passed',
    of: { status: 'graded', examTaken: true, examTakenDate: '2026-10-20', grade: '91', gradeComment: 'Pass' },
    buttons: ['Retake'],
    says: ['Pass, 91', 'Taken Oct 20, 2026'],
  },
  {
    state: 'failed',
    of: { status: 'graded', examTaken: true, examTakenDate: '2026-09-08', gradeComment: 'Fail', is_retake_dates: '2025-03-02*51*Fail' },
    buttons: ['Retake'],
    says: ['Fail', 'Mar 2, 2025, Fail, 51'],
  },
  {
    state: 'disqualified',
    of: { status: 'graded', examTaken: true, examTakenDate: '2026-09-08', gradeComment: 'Disqualified' },
    buttons: ['Retake'],
    says: ['Disqualified'],
  },
  { state: 'of the old system', of: { isOldSystemReg: true }, buttons: [], says: ['-', /old system/] },
  {
    state: 'graded in the old system',
    of: { isOldSystemReg: true, status: 'graded', examTaken: true, examTakenDate: '2019-09-08', grade: '80', gradeComment: 'Pass' },
    buttons: [],
    says: ['Pass, 80'],
  },
];

test.each(states)('a row that is $state shows $buttons', async ({ of, session, buttons, says = [] }) => {
  open({
    exams: [aRegistered(of)],
    sessions: session ? [session] : [],
    at: '/?myexams=101',
    replies: { '/api/getOotSessionInfo': { answer: { ...session, firstName: 'Miriam', lastName: 'Stern', phone: '1 42 72' } } },
  });
  await screen.findByRole('heading', { name: 'My Exams', level: 1 });
  await waitFor(() => expect(document.querySelector('#exam-101 [data-open]')).not.toBeNull());
  await waitFor(() => expect(buttonsOf()).toEqual(buttons));
  for (const text of says)
    if (typeof text === 'string') await waitFor(() => expect(rowOf().getAllByText(text).length).toBeGreaterThan(0));
    else await waitFor(() => expect(document.getElementById('exam-101')?.textContent).toMatch(text));
});

test.each([
  { what: 'with credits enough', of: {}, button: 'GET', disabled: false },
  { what: 'that costs more than the credits', of: { credits: 8 }, button: 'BUY', disabled: false },
  { what: 'whose requirements are not met', of: { fitRequirements: false }, button: 'GET', disabled: true },
  { what: 'that only the office registers', of: { phonesystem_active: false, fitRequirements: false }, button: 'GET', disabled: false },
])('an exam $what reads $button, disabled: $disabled', async ({ of, button, disabled }) => {
  open({ exams: [anExam(of)] });
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: `${button} Biology` })).disabled).toBe(disabled);
  if (disabled) screen.getByText('Requirements not met');
});

test('an exam that only the office registers leads to the offices', async () => {
  open({ exams: [anExam({ phonesystem_active: false })], replies: { '/api/getAllActiveLocations': { answer: [] } } });
  await userEvent.click(await screen.findByRole('button', { name: 'GET Biology' }));
  await within(await screen.findByRole('dialog', { name: 'Offices' })).findByText('This exam can be booked only through the office.');
});

test('GET registers, says so to a screen reader, and the focus stays on the row', async () => {
  const registered = aRegistered();
  open({
    exams: [anExam()],
    replies: {
      '/api/onlineExamRegistration': { answer: { ...totals, exam: registered, registrationId: 9001, error: null } },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'GET Biology' }));
  await rowOf().findByText('Registered');
  await waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Biology: Registered'));
  await waitFor(() => expect(document.activeElement).toBe(rowOf().getByRole('button', { name: /Biology/ })));
});

test.each([
  { what: 'for good', refusal: { status: 409, code: 'already_registered', detail: 'You are <b>already</b> registered.' }, again: 0 },
  { what: 'for now', refusal: { status: 502, code: 'partner_failed', detail: 'You are <b>already</b> registered.' }, again: 1 },
])('a registration refused $what says why, and can be tried again $again times', async ({ refusal, again }) => {
  open({ exams: [anExam()], replies: { '/api/onlineExamRegistration': refusal } });
  await userEvent.click(await screen.findByRole('button', { name: 'GET Biology' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'The exam was not registered' }));
  expect(dialog.getByText('already').tagName).toBe('B');
  expect(dialog.queryAllByRole('button', { name: 'Try again' })).toHaveLength(again);
});

test('in My exams what is to be done comes first, and materials and facts unfold below it', async () => {
  open({ exams: [aRegistered()], at: '/?myexams=' });
  const fold = await screen.findByRole('button', { name: 'Study materials and details' });
  expect([fold.getAttribute('aria-expanded'), screen.queryByText('Reading list')]).toEqual(['false', null]);
  await userEvent.click(fold);
  for (const text of ['Study guide: Biology', 'Updated Apr 25, 2026', 'Reading list', 'Other material', 'Council for Independent Study'])
    screen.getByText(text);
  screen.getByRole('button', { name: 'Email study materials' });
});

test.each(['/?myexams=102', '/?myexams=#exam-102', '/#exam-102'])('%s brings its exam into view and opens it, and no other', async (at) => {
  const taken = { status: 'taken', examTaken: true, examTakenDate: '2026-01-02' } as const;
  open({ exams: [aRegistered(taken), aRegistered({ ...taken, id: 102, registration_id: 9002, subject: 'Botany' })], at });
  const row = await screen.findByRole('button', { name: /Botany/ });
  await waitFor(() => expect(row.getAttribute('aria-expanded')).toBe('true'));
  expect(
    rowOf(101)
      .getByRole('button', { name: /Biology/ })
      .getAttribute('aria-expanded'),
  ).toBe('false');
  expect(scrolled).toHaveBeenLastCalledWith('exam-102');
});

test('a search runs on Enter, counts what it found, and rows that were open still are when it is over', async () => {
  open({ exams: [anExam(), anExam({ id: 102, subject: 'Botany' })] });
  await userEvent.click(await screen.findByRole('button', { name: /^(?!GET).*Botany/ }));
  screen.getByText('2 exams');
  const search = screen.getByRole('searchbox', { name: 'Search all exams' });
  await userEvent.type(search, 'bio');
  screen.getByRole('heading', { name: 'All Exams' });
  await userEvent.type(search, '{Enter}');
  screen.getByRole('heading', { name: 'Showing "bio"' });
  screen.getByText('1 exam');
  expect([screen.queryByRole('button', { name: 'GET Biology' }) !== null, screen.queryByRole('button', { name: 'GET Botany' })]).toEqual([
    true,
    null,
  ]);

  await userEvent.clear(search);
  await userEvent.type(search, 'zzz{Enter}');
  screen.getByText('Sorry, there are no exams that match your criteria. Please try again.');
  screen.getByText('0 exams');
  await userEvent.click(screen.getByRole('button', { name: 'View all' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'All Exams' }));
  await userEvent.type(search, 'zzz{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(document.activeElement).toBe(search);
  screen.getByText('2 exams');
  expect(screen.getByRole('button', { name: /^(?!GET).*Botany/ }).getAttribute('aria-expanded')).toBe('true');
});

test('a search that began in My exams is one of all exams', async () => {
  open({ exams: [aRegistered(), anExam({ id: 102, subject: 'Botany' })], at: '/?myexams=&q=bot' });
  await screen.findByRole('heading', { name: 'Showing "bot"' });
  await screen.findByRole('button', { name: 'GET Botany' });
  screen.getByText('1 exam');
});

test('what could not be loaded beside the list is said, and can be tried again', async () => {
  open({
    exams: [anExam()],
    replies: { '/api/getCreditsInfo': [broken, { answer: credits }], '/api/getSessionsByStudentId': [broken, { answer: [] }] },
  });
  await screen.findByText('Your credits could not be loaded. Something went wrong. Please try again.');
  await screen.findByText('Your sessions could not be loaded. Something went wrong. Please try again.');
  for (const again of screen.getAllByRole('button', { name: 'Try again' })) await userEvent.click(again);
  await screen.findByRole('button', { name: 'GET Biology' });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('rows whose sessions could not be loaded stay while these are asked for again', async () => {
  open({ exams: [anExam()], replies: { '/api/getSessionsByStudentId': broken } });
  await screen.findByText('Your sessions could not be loaded. Something went wrong. Please try again.');
  const row = await screen.findByRole('button', { name: 'GET Biology' });
  const gone = jest.fn();
  const watch = new MutationObserver(() => row.isConnected || gone());
  watch.observe(document.body, { subtree: true, childList: true });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Your sessions could not be loaded. Something went wrong. Please try again.');
  watch.disconnect();
  expect(gone).not.toHaveBeenCalled();
});

test('a list that does not load says why, once, and can be tried again', async () => {
  open({
    exams: [],
    replies: {
      '/api/getAllExamsAccordingStudent': [broken, { answer: { exams: [anExam()], memberHasntRegistered2years: false } }],
      '/api/getCreditsInfo': [broken, { answer: credits }],
    },
  });
  await screen.findByText('Error: Something went wrong. Please try again.');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: /Biology/ });
});

test('who has no exams is told where they will be, and can look at all', async () => {
  open({ exams: [anExam()], at: '/?myexams=' });
  await screen.findByText('Here is where your purchased or completed exams will show');
  await userEvent.click(screen.getByRole('button', { name: 'View all' }));
  await screen.findByRole('heading', { name: 'All Exams' });
});

const refund = { noCharge: true, refundAmount: 0, msg: null, error: null };
test.each([
  { answer: 'the row as it is now', exam: anExam() },
  { answer: 'no row', exam: null },
])('a cancelled exam whose answer holds $answer leaves My exams at once', async ({ exam }) => {
  open({
    exams: [aRegistered(), aRegistered({ id: 102, registration_id: 9002, subject: 'Botany' })],
    at: '/?myexams=',
    replies: { '/api/cancelExamRegistration': { answer: { ...totals, exam, refundAdditionalFees: refund } } },
  });
  await screen.findByText('Botany');
  await userEvent.click(rowOf().getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.queryByText('Biology')).toBeNull());
  screen.getByText('Botany');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});

test('a cancel that only the office can make leads there', async () => {
  open({
    exams: [aRegistered()],
    at: '/?myexams=',
    replies: {
      '/api/cancelExamRegistration': { status: 403, code: 'office_only', detail: 'Please call the office to cancel this exam.' },
      '/api/getAllActiveLocations': { answer: [] },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
  await within(await screen.findByRole('dialog', { name: 'Offices' })).findByText('Please call the office to cancel this exam.');
});
