import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { fakePortal, show } from '../shared/testing.tsx';
import { StartExamPage } from './start-exam-page.tsx';

afterEach(cleanup);

const key = btoa(
  JSON.stringify({ student_id: 12, exam_id: 101, registration_id: 9001, token: 'abc' }),
);

test('tells a browser that is signed in as staff how to continue', async () => {
  const detail = 'Only the student can start an exam or a course.';
  const got = fakePortal({ '/api/startExam': { status: 403, code: 'staff_cannot_start', detail } });
  show(<StartExamPage />, { path: '/startExam/:key', at: `/startExam/${key}` });
  await screen.findByRole('heading', { name: detail });
  screen.getByText(
    'This browser is logged in as staff. Log out first, or open the link in another browser.',
  );
  screen.getByRole('button', { name: 'Try again' });
  expect(got.map(({ body }) => body)).toEqual([
    { studentId: 12, examId: 101, registrationId: 9001 },
  ]);
});

test('any other refusal is the general sentence', async () => {
  fakePortal({
    '/api/startExam': {
      status: 403,
      code: 'start_key_invalid',
      detail: 'This start link is not valid.',
    },
  });
  show(<StartExamPage />, { path: '/startExam/:key', at: `/startExam/${key}` });
  await screen.findByRole('heading', {
    name: 'There was an error loading your exam. Please try again.',
  });
  expect(screen.queryByText(/logged in as staff/)).toBeNull();
});
