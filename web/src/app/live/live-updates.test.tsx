import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Notifications, notifications } from '@mantine/notifications';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { useAnswer } from '../../shared/calls.ts';
import { examsCall } from '../../shared/exam-rows.ts';
import { useCredits, usePaymentMethods } from '../../shared/student.ts';
import { fakePortal, show } from '../../shared/testing.tsx';
import { LiveUpdates } from './live-updates.tsx';
import { FakeEventSource } from './testing/fake-event-source.ts';

let uninstall = () => {};
beforeEach(() => {
  uninstall = FakeEventSource.install();
});
afterEach(() => {
  notifications.clean();
  cleanup();
  uninstall();
});

function Page() {
  const exams = useAnswer(examsCall, {});
  useCredits();
  usePaymentMethods();
  return (
    <>
      <p>{exams.data?.exams.map(({ subject }) => subject).join()}</p>
      <LiveUpdates />
      <Notifications />
    </>
  );
}
const examsNamed = (subject: string) => ({ answer: { exams: [{ subject }], memberHasntRegistered2years: false } });
function open() {
  const got = fakePortal({
    '/api/getAllExamsAccordingStudent': [examsNamed('Ethics'), examsNamed('Algebra')],
    '/api/getCreditsInfo': { answer: { totalCredits: 6 } },
    '/api/getPaymentMethods': { answer: [] },
  });
  show(<Page />);
  return (path: string) => got.filter((one) => one.path === path).length;
}
const stream = () => waitFor(() => FakeEventSource.last, { timeout: 5000 });
const says = async (event: string, data?: object) => {
  const to = await stream();
  act(() => to.says(event, data));
};

test('what changed is asked for again, once, and nothing else; the new list is said', async () => {
  const asked = open();
  await screen.findByText('Ethics');
  await says('ready');
  await says('changed', { topics: ['exams'] });
  await says('changed', { topics: ['exams', 'sessions'] });
  await screen.findByText('Algebra');
  await screen.findByText('Your exams were updated.');
  expect([asked('/api/getAllExamsAccordingStudent'), asked('/api/getCreditsInfo'), asked('/api/getPaymentMethods')]).toEqual([2, 1, 1]);
});

test('a change of something else is not said to be one of the exams', async () => {
  const asked = open();
  await screen.findByText('Ethics');
  await says('changed', { topics: ['cards'] });
  await waitFor(() => expect(asked('/api/getPaymentMethods')).toBe(2));
  expect(screen.queryByText('Your exams were updated.')).toBeNull();
  expect(asked('/api/getAllExamsAccordingStudent')).toBe(1);
});

test('after a time without news everything in view is asked for again', async () => {
  const asked = open();
  await screen.findByText('Ethics');
  await says('refresh');
  await screen.findByText('Algebra');
  await waitFor(() => expect([asked('/api/getCreditsInfo'), asked('/api/getPaymentMethods')]).toEqual([2, 2]));
});

test('when the session is over a call finds out', async () => {
  const asked = open();
  await screen.findByText('Ethics');
  await says('over');
  await waitFor(() => expect(asked('/api/getCreditsInfo')).toBe(2), { timeout: 5000 });
  expect(FakeEventSource.last.isClosed).toBe(true);
});
