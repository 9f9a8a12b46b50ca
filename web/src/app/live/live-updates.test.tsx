import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import type { Exam } from '@portal/contract/exams/exam';
import { useMutation } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { useAnswer } from '../../shared/api/calls.ts';
import { useCredits, usePaymentMethods } from '../../shared/api/student.ts';
import { examsCall, useExamRows } from '../../shared/exams/exam-rows.ts';
import { ExamsNews, forgetExamsNews } from '../../shared/exams/exams-news.tsx';
import { FakeEventSource } from '../../shared/live/testing/fake-event-source.ts';
import { fakePortal, show } from '../../shared/testing.tsx';
import { LiveUpdates } from './live-updates.tsx';

let uninstall = () => {};
beforeEach(() => {
  uninstall = FakeEventSource.install();
});
afterEach(() => {
  cleanup();
  forgetExamsNews();
  uninstall();
  jest.restoreAllMocks();
});

function Page() {
  const exams = useAnswer(examsCall, {});
  const credits = useCredits();
  usePaymentMethods();
  return (
    <>
      <p>{credits.error?.message}</p>
      <p>{exams.data?.exams.map(({ subject }) => subject).join()}</p>
      <Pay />
      <LiveUpdates />
      <ExamsNews />
    </>
  );
}
/** Replaces a payment, which ends when the test says so. */
let endPayment = () => {};
function Pay() {
  const rows = useExamRows();
  const { mutate } = useMutation({
    mutationFn: () =>
      new Promise<void>((done) => {
        endPayment = done;
      }),
    onSuccess: () => rows.put({ id: 1, subject: 'Ethics', registration_id: 9 } as Exam),
  });
  return (
    <button type="button" onClick={() => mutate()}>
      Pay
    </button>
  );
}
const examsNamed = (subject: string, ...more: object[]) => ({
  answer: { exams: [{ id: 1, subject }, ...more], memberHasntRegistered2years: false },
});
function open(replies: Parameters<typeof fakePortal>[0] = {}) {
  const got = fakePortal({
    '/api/getAllExamsAccordingStudent': [examsNamed('Ethics'), examsNamed('Algebra')],
    '/api/getCreditsInfo': { answer: { totalCredits: 6 } },
    '/api/getPaymentMethods': { answer: [] },
    ...replies,
  });
  show(<Page />);
  return (path: string) => got.filter((one) => one.path === path).length;
}
const stream = () => waitFor(() => FakeEventSource.last);
const says = async (event: string, data?: object) => {
  const to = await stream();
  act(() => to.says(event, data));
};

test('a change reloads its calls once, and nothing else; the new list is announced', async () => {
  const countOf = open();
  await screen.findByText('Ethics');
  await says('ready');
  await says('changed', { topics: ['exams'] });
  await says('changed', { topics: ['exams', 'sessions'] });
  await screen.findByText('Algebra');
  await screen.findByText('Your exams were updated.');
  expect([
    countOf('/api/getAllExamsAccordingStudent'),
    countOf('/api/getCreditsInfo'),
    countOf('/api/getPaymentMethods'),
  ]).toEqual([2, 1, 1]);
});

test('a change of something else is not said to be one of the exams', async () => {
  const countOf = open();
  await screen.findByText('Ethics');
  await says('changed', { topics: ['cards'] });
  await waitFor(() => expect(countOf('/api/getPaymentMethods')).toBe(2));
  expect(screen.queryByText('Your exams were updated.')).toBeNull();
  expect(countOf('/api/getAllExamsAccordingStudent')).toBe(1);
});

test('after a time without events all mounted calls are reloaded', async () => {
  const countOf = open();
  await screen.findByText('Ethics');
  await says('refresh');
  await screen.findByText('Algebra');
  await waitFor(() =>
    expect([countOf('/api/getCreditsInfo'), countOf('/api/getPaymentMethods')]).toEqual([2, 2]),
  );
});

test('when the session is over a call finds out', async () => {
  const countOf = open();
  await screen.findByText('Ethics');
  await says('over');
  await waitFor(() => expect(countOf('/api/getCreditsInfo')).toBe(2));
  expect(FakeEventSource.last.isClosed).toBe(true);
});

test('a session that was only replaced is listened to again', async () => {
  open();
  await screen.findByText('Ethics');
  await says('over');
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(2));
  expect(FakeEventSource.last.isClosed).toBe(false);
});

test('nothing is reloaded while a call is pending, as it may bring a new session', async () => {
  const soon = jest.spyOn(globalThis, 'setTimeout');
  const looks = () => soon.mock.calls.filter(([, ms]) => ms === 1000).length;
  const countOf = open();
  await screen.findByText('Ethics');
  act(() => screen.getByRole('button', { name: 'Pay' }).click());
  const before = looks();
  await says('over');
  await waitFor(() => expect(looks()).toBeGreaterThan(before + 1));
  expect(countOf('/api/getCreditsInfo')).toBe(1);
  act(() => endPayment());
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(2));
});

test('one that is over is not', async () => {
  const countOf = open({
    '/api/getCreditsInfo': [
      { answer: { totalCredits: 6 } },
      { status: 401, code: 'session_over', detail: 'Please log in.' },
    ],
  });
  await screen.findByText('Ethics');
  await says('over');
  await screen.findByText(/^Your session had ended/);
  expect(countOf('/api/getCreditsInfo')).toBe(2);
  expect(FakeEventSource.opened).toHaveLength(1);
});

const setClock = (ms: number) =>
  void jest.spyOn(Date, 'now').mockReturnValue(TEST_NOW.getTime() + ms);
/** Pays, which takes the processor 20 seconds; the row is there before the news of it. */
async function pay(): Promise<void> {
  setClock(0);
  await screen.findByText('Ethics');
  screen.getByRole('button', { name: 'Pay' }).click();
  await waitFor(() => expect(endPayment).not.toBeNull());
  setClock(20_000);
  await act(async () => endPayment());
  setClock(50_000);
}

test('a change by a payment made here is not announced, however long it took', async () => {
  const countOf = open();
  await pay();
  await says('changed', { topics: ['exams'] });
  await screen.findByText('Algebra');
  expect(countOf('/api/getAllExamsAccordingStudent')).toBe(2);
  expect(screen.queryByText('Your exams were updated.')).toBeNull();
});

test('a change of another exam soon after is said', async () => {
  open({
    '/api/getAllExamsAccordingStudent': [
      examsNamed('Ethics'),
      examsNamed('Ethics', { id: 2, subject: 'History' }),
    ],
  });
  await pay();
  await says('changed', { topics: ['exams'] });
  await screen.findByText('Your exams were updated.');
});
