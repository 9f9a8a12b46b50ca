import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { anExam, aRegistered } from '../testing.ts';
import { credits, open, withExamsPage } from './testing.tsx';

withExamsPage();

const without = { '/api/getCreditsInfo': { answer: { ...credits, totalCredits: 0 } } };
const steps = () => screen.findByRole('list', { name: 'Your first exam' });
const current = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .findIndex((step) => step.getAttribute('aria-current') === 'step');

test('a new student reads the steps, and where credits are sold', async () => {
  open({ exams: [anExam()], replies: without });
  const list = await steps();
  expect(current(list)).toBe(0);
  expect(within(list).getByRole('link', { name: 'Compare packages' }).getAttribute('href')).toBe(
    '/packages',
  );
});

test('a student with credits needs no package', async () => {
  open({ exams: [anExam()] });
  within(await steps()).getByText('Press GET and your credits pay for it.');
  expect(screen.queryByRole('link', { name: 'Compare packages' })).toBeNull();
});

test('a student with a registration is led on to the session', async () => {
  open({ exams: [anExam({ id: 102 }), aRegistered()] });
  const list = await steps();
  expect(current(list)).toBe(2);
  within(list).getByRole('link', { name: 'Choose your session' });
});

test.each(['scheduled', 'online_access', 'taken', 'graded', 'course_started'] as const)(
  'nothing of it is there once an exam is %s',
  async (status) => {
    open({ exams: [anExam({ id: 102, subject: 'Botany' }), aRegistered({ status })] });
    await screen.findByRole('button', { name: 'GET Botany' });
    expect(screen.queryByRole('list', { name: 'Your first exam' })).toBeNull();
  },
);

test('staff who look are not shown the way', async () => {
  open({ exams: [anExam()], isForStaff: true });
  await screen.findByRole('button', { name: /Biology/ });
  expect(screen.queryByRole('list', { name: 'Your first exam' })).toBeNull();
});
