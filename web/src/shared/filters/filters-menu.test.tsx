import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, type Reply, show, signInAs } from '../testing.tsx';
import { FiltersMenu } from './filters-menu.tsx';

const own = {
  filterId: 5,
  table: 'users',
  name: 'Mine',
  query: { search: 'rivka' },
  sharedWith: [],
  mine: true,
  by: 'Test Staff',
};
const shared = { ...own, filterId: 6, name: 'Theirs', mine: false, by: 'Leah Katz' };

beforeEach(() => signInAs('ROLE_ADVISOR'));
afterEach(cleanup);

/** Opens the menu of a table; returns the queries that it applied. */
async function open(filters: Reply | Reply[]) {
  const applied: object[] = [];
  const got = fakePortal({ '/api/office/filters': filters });
  show(
    <FiltersMenu
      table="users"
      query={{ search: 'levi', dob: '' }}
      onApply={(query) => applied.push(query)}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  return { got, applied };
}
const answer = (...filters: object[]): Reply => ({ answer: { filters } });
const sent = (got: ReturnType<typeof fakePortal>) => got.flatMap(({ body }) => body ?? []);

test('lists own and shared filters, shared ones with their author, and applies them', async () => {
  const { applied } = await open(answer(own, shared));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Theirs by Leah Katz' }));
  expect(applied).toEqual([{ search: 'rivka' }]);
});

test('the current filters are saved under a name, shared with own roles alone', async () => {
  const { got } = await open([answer(), answer(own)]);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save this filter' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Levis');
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Advisor' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(got)).toEqual([
    { table: 'users', name: 'Levis', query: { search: 'levi' }, sharedWith: ['ROLE_ADVISOR'] },
  ]);
});

test('a double click saves once, and a refused filter can be sent again', async () => {
  const refused: Reply = { status: 409, code: 'name_taken', detail: 'This name is taken.' };
  const { got } = await open([answer(), refused, answer(own)]);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save this filter' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Levis');
  const save = screen.getByRole('button', { name: 'Save' });
  // both before the button shows that it is busy
  act(() => {
    save.click();
    save.click();
  });
  await screen.findByText('This name is taken.');
  expect(sent(got)).toHaveLength(1);
  await userEvent.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(got)).toHaveLength(2);
});

test('a refusal is shown and typed text stays', async () => {
  await open([
    answer(),
    { status: 409, code: 'name_taken', detail: 'This name is taken.' },
    answer(),
  ]);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save this filter' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Levis');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('This name is taken.');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Levis');
});

test('an own filter is shared, or removed', async () => {
  const { got } = await open(answer(own));
  const choose = async (name: string) => {
    await screen.findByRole('menuitem', { name: 'Mine' });
    await userEvent.click(await screen.findByRole('menuitem', { name }));
    await screen.findByRole('dialog', { name });
  };
  await choose('Share with...');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Advisor' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  await choose('Rename or remove...');
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await screen.findByText(/^Remove this filter\?/);
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(got)).toEqual([
    {
      filterId: 5,
      table: 'users',
      name: 'Mine',
      query: { search: 'rivka' },
      sharedWith: ['ROLE_ADVISOR'],
    },
    { filterId: 5, table: 'users', remove: true },
  ]);
});

test('without own filters there is nothing to share, rename or remove', async () => {
  await open(answer(shared));
  const share = await screen.findByRole('menuitem', { name: 'Share with...' });
  await screen.findByRole('menuitem', { name: /Theirs/ });
  expect(share.getAttribute('data-disabled')).toBe('true');
  const keep = screen.getByRole('menuitem', { name: 'Rename or remove...' });
  expect(keep.getAttribute('data-disabled')).toBe('true');
});

test('Escape closes the menu, wherever the focus is', async () => {
  await open(answer(own));
  await screen.findByRole('menuitem', { name: 'Mine' });
  screen.getByRole('button', { name: 'Filters' }).focus();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});
