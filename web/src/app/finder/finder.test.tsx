import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, type Reply, show, signInAs } from '../../shared/testing.tsx';
import { FinderModal, HomeFinder } from './finder.tsx';

const item = (kind: string, id: number | null, title: string, href: string) => ({
  kind,
  id,
  title,
  href,
  sub: `about ${title}`,
  recent: false,
});
const dana = item('student', 7, 'Levi, Dana', '/admin/student/7?myexams=');
const school = item('school', 151, 'Bnos Chaya Seminary', '/admin/schools?school=151');
const calendar = item('page', null, 'Calendar', '/admin/calendar');

beforeEach(() => signInAs('ROLE_ADMIN'));
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

/** The finder of the first page, or of a dialog, with these things to be found. */
function open(found: Reply | Reply[], { isDialog = false } = {}) {
  const got = fakePortal({
    '/api/office/find': found,
    '/api/office/opened': { answer: { noted: true } },
  });
  const element = isDialog ? <FinderModal opened onClose={() => {}} /> : <HomeFinder />;
  return { got, shown: show(element, { path: '/admin' }) };
}
const answer = (...items: object[]): Reply => ({ answer: { items, missing: [] } });
const type = (words: string) => userEvent.type(screen.getByRole('combobox'), words);
/** Pastes the text: while typing, a slow machine may also search for the first letters. */
async function put(words: string) {
  await userEvent.click(screen.getByRole('combobox'));
  await userEvent.paste(words);
}
const bodies = (got: ReturnType<typeof fakePortal>, path: string) =>
  got.filter((one) => one.path === path).map(({ body }) => body);

test('the search text goes into a body, and Enter opens and notes the best match', async () => {
  const { got, shown } = open(answer(dana, school));
  expect(screen.queryByRole('listbox')).toBeNull();
  await type('levi dana / trans');
  await waitFor(() =>
    expect(bodies(got, '/api/office/find').at(-1)).toEqual({ q: 'levi dana / trans' }),
  );
  await screen.findByRole('option', { name: /Levi, Dana/ });
  await type('{Enter}');
  await waitFor(() => expect(shown.address()).toBe('/admin/student/7?myexams='));
  expect(bodies(got, '/api/office/opened')).toEqual([{ kind: 'student', id: 7 }]);
});

test('Enter before the answer opens its best match, not one of the old answer', async () => {
  const { shown } = open([answer(school), answer(dana)]);
  await type('le');
  await screen.findByRole('option', { name: /Bnos Chaya/ });
  await type('vi{Enter}');
  await waitFor(() => expect(shown.address()).toBe('/admin/student/7?myexams='));
});

test('results stand in groups, and arrows walk over their borders', async () => {
  const { got, shown } = open(answer(school, dana, calendar));
  await put('bnos');
  await screen.findByRole('option', { name: /Bnos Chaya/ });
  expect(screen.getAllByRole('group').map((group) => group.textContent)).toEqual([
    expect.stringMatching(/^SchoolsBnos/),
    expect.stringMatching(/^StudentsLevi/),
    expect.stringMatching(/^PagesCalendar/),
  ]);
  screen.getByText('3 results');
  await type('{ArrowDown}{ArrowDown}{Enter}');
  expect(shown.address()).toBe('/admin/calendar');
  expect(bodies(got, '/api/office/opened')).toEqual([]);
});

test('Ctrl with Enter opens a tab and stays', async () => {
  const opened = jest.spyOn(window, 'open').mockReturnValue(null);
  const { shown } = open(answer(dana));
  await put('levi');
  await screen.findByRole('option', { name: /Levi, Dana/ });
  await type('{Control>}{Enter}{/Control}');
  expect(opened).toHaveBeenCalledWith(dana.href, '_blank', 'noopener');
  expect(shown.address()).toBe('/admin');
});

test('before anything is typed the dialog offers what was opened lately, then pages', async () => {
  const { got } = open(answer({ ...dana, recent: true }, calendar), { isDialog: true });
  await screen.findByRole('option', { name: /Levi, Dana/ });
  expect(screen.getByRole('group', { name: 'Recent' }).textContent).toContain('Levi, Dana');
  screen.getByRole('group', { name: 'Pages' });
  expect(bodies(got, '/api/office/find')).toEqual([{ q: '' }]);
});

test('one letter asks for nothing, one digit is an id', async () => {
  const { got } = open(answer());
  await type('a');
  await screen.findByText('Type at least two letters.');
  await userEvent.clear(screen.getByRole('combobox'));
  await type('7');
  await screen.findByText('Nothing found.');
  expect(bodies(got, '/api/office/find')).toEqual([{ q: '7' }]);
});

test('a failure is said, and trying again finds', async () => {
  open([{ status: 503, code: 'unavailable', detail: 'The portal is busy.' }, answer(dana)]);
  await put('levi');
  await screen.findByText('The portal is busy.');
  expect(screen.queryByText('Nothing found.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('option', { name: /Levi, Dana/ });
});

test('kinds that failed are named beside the results, and are retried', async () => {
  open([
    { answer: { items: [school], missing: ['student', 'registration'] } },
    answer(school, dana),
  ]);
  await put('levi');
  await screen.findByText('Not everything can be found now. Missing: students, registrations.');
  screen.getByRole('option', { name: /Bnos Chaya/ });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('option', { name: /Levi, Dana/ });
  expect(screen.queryByText(/^Not everything/)).toBeNull();
});

test('missing kinds are retried without a press until all have loaded', async () => {
  const { got } = open([
    { answer: { items: [school], missing: ['student'] } },
    { answer: { items: [school], missing: ['student'] } },
    answer(school, dana),
  ]);
  const every = globalThis.setInterval;
  jest.spyOn(globalThis, 'setInterval').mockImplementation(((then: () => void, ms?: number) => {
    return every(then, ms === 2_000 ? 10 : ms);
  }) as typeof setInterval);
  await put('levi');
  await screen.findByRole('option', { name: /Levi, Dana/ });
  expect(screen.queryByText(/^Not everything/)).toBeNull();
  expect(bodies(got, '/api/office/find')).toEqual([{ q: 'levi' }, { q: 'levi' }, { q: 'levi' }]);
});

test('where something may be missing it is not said that there is nothing', async () => {
  open({ answer: { items: [], missing: ['student'] } });
  await put('levi');
  await screen.findByText(/Missing: students\./);
  expect(screen.queryByText('Nothing found.')).toBeNull();
});

test('results cover the page only while the field has the focus; Escape clears it', async () => {
  open(answer(dana));
  await put('levi');
  await screen.findByRole('listbox');
  await userEvent.tab();
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  await userEvent.click(screen.getByRole('combobox'));
  await screen.findByRole('option', { name: /Levi, Dana/ });
  await type('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
});
