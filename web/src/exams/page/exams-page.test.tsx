import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { mayNot } from '../../shared/exams/testing.ts';
import type { Reply } from '../../shared/testing.tsx';
import { anExam, aRegistered } from '../testing.ts';
import { credits, open, rowOf, scrolled, withExamsPage } from './testing.tsx';

withExamsPage();

const broken: Reply = {
  status: 500,
  code: 'internal',
  detail: 'Something went wrong. Please try again.',
};

test('in My exams the next action comes first, and materials unfold below it', async () => {
  open({ exams: [aRegistered()], at: '/?myexams=' });
  const fold = await screen.findByRole('button', { name: 'Study materials and details' });
  expect([fold.getAttribute('aria-expanded'), screen.queryByText('Reading list')]).toEqual([
    'false',
    null,
  ]);
  await userEvent.click(fold);
  for (const text of [
    'Study guide: Biology',
    'Updated Apr 25, 2026',
    'Reading list',
    'Other material',
    'Council for Independent Study',
  ])
    screen.getByText(text);
  screen.getByRole('button', { name: 'Email study materials' });
  expect(screen.getByRole('link', { name: 'Reading list' }).getAttribute('href')).toMatch(
    /^\/study-material\/\d+$/,
  );
});

test.each(['/?myexams=102', '/?myexams=#exam-102', '/#exam-102'])(
  '%s brings its exam into view and opens it, and no other',
  async (at) => {
    const taken = { status: 'taken', examTaken: true, examTakenDate: '2026-01-02' } as const;
    open({
      exams: [
        aRegistered(taken),
        aRegistered({ ...taken, id: 102, registration_id: 9002, subject: 'Botany' }),
      ],
      at,
    });
    const row = await screen.findByRole('button', { name: /Botany/ });
    await waitFor(() => expect(row.getAttribute('aria-expanded')).toBe('true'));
    expect(
      rowOf(101)
        .getByRole('button', { name: /Biology/ })
        .getAttribute('aria-expanded'),
    ).toBe('false');
    expect(scrolled).toHaveBeenLastCalledWith('exam-102');
  },
);

test('the list follows what is typed, and marks it', async () => {
  open({ exams: [anExam(), anExam({ id: 102, subject: 'Botany' })] });
  await screen.findByText('2 exams');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search all exams' }), 'bio');
  await screen.findByText('1 exam');
  await screen.findByRole('heading', { name: 'Showing "bio"' });
  expect(screen.getByText('Bio', { selector: 'mark' }).parentElement?.textContent).toBe('Biology');
});

test('a slip in the spelling finds what comes close', async () => {
  open({ exams: [anExam(), anExam({ id: 102, subject: 'Botany' })], at: '/?q=bootany' });
  await screen.findByText('Nothing has that name. These come close.');
  screen.getByRole('button', { name: 'GET Botany' });
  expect(screen.queryByRole('button', { name: 'GET Biology' })).toBeNull();
});

test('filters and the order stand in the address, and one press clears them', async () => {
  const dear = anExam({ id: 102, subject: 'Botany', credits: 6, vendor_id: 1, vendor_name: 'TAL' });
  open({ exams: [anExam(), dear], at: '/?sort=vendor' });
  await screen.findByText('2 exams');
  const names = () =>
    screen.getAllByRole('button', { name: /^(GET|BUY) / }).map((one) => one.ariaLabel);
  expect(names()).toEqual(['GET Botany', 'GET Biology']);
  await userEvent.selectOptions(screen.getByLabelText('Vendor'), 'CIS');
  await screen.findByText('1 exam');
  expect(names()).toEqual(['GET Biology']);
  await userEvent.type(screen.getByRole('searchbox'), 'b{Enter}');
  await screen.findByRole('heading', { name: 'Showing "b"' });
  screen.getByText('1 exam');
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await screen.findByText('2 exams');
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Filter and sort' }));
});

test('a price is shown beside the credits where they can be bought', async () => {
  open({ exams: [anExam(), aRegistered({ id: 102, subject: 'Botany' })] });
  expect(await screen.findAllByText('$126.00')).toHaveLength(2); // on the desk and on a phone
});

test('an exam that waits for another says for which, and leads there', async () => {
  const needed = anExam({ id: 102, subject: 'Hebrew Language I' });
  open({
    exams: [
      anExam({
        fitRequirements: false,
        requirements: [
          { id: 102, subject: 'Hebrew Language I' },
          { id: 103, subject: 'Biblical Hebrew' },
        ],
        actions: [mayNot('register', 'requirements_not_met', 'You do not meet the requirements.')],
      }),
      needed,
    ],
    at: '/?vendor=4',
  });
  await screen.findByText('Requires Hebrew Language I or Biblical Hebrew');
  await userEvent.click(screen.getByRole('button', { name: /^(?!GET).*Biology/ }));
  screen.getByText(/First you have to pass one of/);
  await userEvent.click(screen.getByRole('link', { name: 'Hebrew Language I' }));
  await waitFor(() => expect(scrolled).toHaveBeenLastCalledWith('exam-102'));
  expect(screen.queryByRole('link', { name: 'Biblical Hebrew' })).toBeNull();
});

test('Enter counts the results; rows open before the search are open after it', async () => {
  open({ exams: [anExam(), anExam({ id: 102, subject: 'Botany' })] });
  await userEvent.click(await screen.findByRole('button', { name: /^(?!GET).*Botany/ }));
  screen.getByText('2 exams');
  const search = screen.getByRole('searchbox', { name: 'Search all exams' });
  await userEvent.type(search, 'bio{Enter}');
  screen.getByRole('heading', { name: 'Showing "bio"' });
  screen.getByText('1 exam');
  expect([
    screen.queryByRole('button', { name: 'GET Biology' }) !== null,
    screen.queryByRole('button', { name: 'GET Botany' }),
  ]).toEqual([true, null]);

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
  expect(
    screen.getByRole('button', { name: /^(?!GET).*Botany/ }).getAttribute('aria-expanded'),
  ).toBe('true');
});

test('a search that began in My exams is one of all exams', async () => {
  open({ exams: [aRegistered(), anExam({ id: 102, subject: 'Botany' })], at: '/?myexams=&q=bot' });
  await screen.findByRole('heading', { name: 'Showing "bot"' });
  await screen.findByRole('button', { name: 'GET Botany' });
  screen.getByText('1 exam');
});

test('names the data that could not be loaded beside the list, with a retry', async () => {
  open({
    exams: [anExam()],
    replies: {
      '/api/getCreditsInfo': [broken, { answer: credits }],
      '/api/getSessionsByStudentId': [broken, { answer: [] }],
    },
  });
  await screen.findByText(
    'Your credits could not be loaded. Something went wrong. Please try again.',
  );
  await screen.findByText(
    'Your sessions could not be loaded. Something went wrong. Please try again.',
  );
  for (const again of screen.getAllByRole('button', { name: 'Try again' }))
    await userEvent.click(again);
  await screen.findByRole('button', { name: 'GET Biology' });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('rows whose sessions failed to load stay while these are retried', async () => {
  open({ exams: [anExam()], replies: { '/api/getSessionsByStudentId': broken } });
  await screen.findByText(
    'Your sessions could not be loaded. Something went wrong. Please try again.',
  );
  const row = await screen.findByRole('button', { name: 'GET Biology' });
  const gone = jest.fn();
  const watch = new MutationObserver(() => row.isConnected || gone());
  watch.observe(document.body, { subtree: true, childList: true });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(
    'Your sessions could not be loaded. Something went wrong. Please try again.',
  );
  watch.disconnect();
  expect(gone).not.toHaveBeenCalled();
});

test('a list that does not load says why, once, and can be tried again', async () => {
  open({
    exams: [],
    replies: {
      '/api/getAllExamsAccordingStudent': [
        broken,
        { answer: { exams: [anExam()], memberHasntRegistered2years: false } },
      ],
      '/api/getCreditsInfo': [broken, { answer: credits }],
    },
  });
  await screen.findByText('Error: Something went wrong. Please try again.');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: /Biology/ });
});

test('a student without exams reads where they will be, and can see all exams', async () => {
  open({ exams: [anExam()], at: '/?myexams=' });
  await screen.findByText('Here is where your purchased or completed exams will show');
  await userEvent.click(screen.getByRole('button', { name: 'View all' }));
  await screen.findByRole('heading', { name: 'All Exams' });
});

test('a dialog has an address, which a reload brings again; Back and Close leave it', async () => {
  open({ exams: [aRegistered()], at: '/?myexams=&dialog=cancel-exam&of=101' });
  await screen.findByRole('dialog', { name: 'Cancel exam' });
  expect(window.location.search).toBe('?myexams=&dialog=cancel-exam&of=101');
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.search).toBe('?myexams=');

  await userEvent.click(rowOf().getByRole('button', { name: 'Cancel exam' }));
  await screen.findByRole('dialog', { name: 'Cancel exam' });
  expect(window.location.search).toBe('?myexams=&dialog=cancel-exam&of=101');
  await userEvent.click(screen.getByRole('button', { name: 'Keep exam' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(window.location.search).toBe('?myexams='));
});

test.each([
  'cancel-exam&of=101',
  'schedule&of=101',
  'schedule&of=999',
  'schedule',
  'nonsense&of=101',
  'constructor&of=101',
])('an address whose dialog is not possible (%s) shows the page and says so', async (dialog) => {
  open({ exams: [anExam()], at: `/?dialog=${dialog}` });
  await screen.findByText(
    'What this link leads to is not possible any more. This is how your exams stand now.',
  );
  await waitFor(() => expect(window.location.search).toBe(''));
  expect(screen.queryByRole('dialog')).toBeNull();
  rowOf();
});
