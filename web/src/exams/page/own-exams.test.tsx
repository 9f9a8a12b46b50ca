import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { aRegistered } from '../testing.ts';
import { open, rowOf, withExamsPage } from './testing.tsx';

withExamsPage();

const taken = (n: number) =>
  aRegistered({
    id: n,
    registration_id: 9000 + n,
    subject: `Exam ${n}`,
    status: 'graded',
    examTaken: true,
    examTakenDate: `2026-01-0${n}`,
    grade: `${80 + n}`,
    gradeComment: n === 1 ? 'Fail' : 'Pass',
  });
const many = [1, 2, 3, 4, 5, 6, 7].map(taken);
const shownIds = () => [...document.querySelectorAll('li[id^="exam-"]')].map(({ id }) => id);

test('shows the newest of many finished exams, and all of them on request', async () => {
  open({ exams: many, at: '/?myexams=' });
  await userEvent.click(await screen.findByRole('button', { name: 'Show all 7' }));
  expect(shownIds()).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `exam-${n}`));
});

test('a few are all there', async () => {
  open({ exams: many.slice(0, 5), at: '/?myexams=' });
  await waitFor(() => expect(shownIds()).toHaveLength(5));
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
});

test('a link to an old one brings it', async () => {
  open({ exams: many, at: '/?myexams=1' });
  await screen.findByRole('button', { name: /Exam 1/ });
  rowOf(1).getByText('Fail, 81');
});

test('shows the progress in words, and on request as a plot', async () => {
  open({ exams: many, at: '/?myexams=' });
  const group = await screen.findByRole('region', { name: 'Taken' });
  expect(group.textContent).toContain('6 passed, 1 not passed');
  await userEvent.click(screen.getByRole('button', { name: 'Scores over time' }));
  await screen.findByRole('img', { name: 'Scores of 7 exams, from 81 to 87' });
});
