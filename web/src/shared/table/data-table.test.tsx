import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { show } from '../testing.tsx';
import { DataTable } from './data-table.tsx';
import type { Column, DataTableProps } from './table-props.ts';
import { useTableState } from './table-state.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

interface Student {
  id: number;
  name: string;
  credits: number;
}
const columns: readonly Column<Student>[] = [
  { id: 'name', title: 'Name', text: ({ name }) => name, sortable: true },
  { id: 'credits', title: 'Credits', text: ({ credits }) => String(credits), numeric: true },
];
const students = ['Adler', 'Berger', 'Cohen'].map((name, id) => ({ id, name, credits: 3 }));

function Page({
  name = 'students',
  rows,
  total = rows?.length ?? 0,
  error = null,
  readAll,
}: Shown) {
  const [state, setState] = useTableState();
  return (
    <DataTable
      name={name}
      columns={columns}
      rows={rows}
      total={total}
      pageSize={3}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      state={state}
      onState={setState}
      error={error}
      onRetry={() => {}}
      empty="No students found"
      details={({ name }) => <p>All of {name}</p>}
      readAll={readAll}
    />
  );
}
interface Shown {
  name?: string;
  rows: readonly Student[] | undefined;
  total?: number;
  error?: Error | null;
  readAll?: DataTableProps<Student>['readAll'];
}

test('order and page stand in the address', async () => {
  const { address } = show(<Page rows={students} total={7} />);
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  expect(address()).toBe('/?sort=name');
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(address()).toBe('/?page=2&sort=-name');
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe(
    'descending',
  );
  screen.getByText('Page 2 of 3');
});

test('keys move from row to row and open one', async () => {
  show(<Page rows={students} />);
  await userEvent.click(screen.getByRole('rowheader', { name: 'Adler' }));
  screen.getByRole<HTMLElement>('row', { name: /Adler/ }).focus();
  await userEvent.keyboard('jj{ArrowUp}{Enter}');
  screen.getByText('All of Berger');
  expect(
    screen.getByRole('button', { name: 'Details of Berger' }).getAttribute('aria-expanded'),
  ).toBe('true');
  await userEvent.keyboard('{End}');
  expect(document.activeElement?.textContent).toContain('Cohen');
});

test('columns that were hidden stay hidden', async () => {
  show(<Page rows={students} />);
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Credits' }));
  cleanup();
  show(<Page rows={students} />);
  expect(within(screen.getByRole('table')).queryByText('Credits')).toBeNull();
});

test('waiting, a failure and no rows each say what they are', () => {
  show(<Page rows={undefined} />);
  screen.getAllByText('Loading');
  cleanup();
  show(<Page rows={undefined} error={new Error('Not now.')} />);
  screen.getByRole('button', { name: 'Try again' });
  cleanup();
  show(<Page rows={[]} />);
  screen.getByText('No students found');
});

test.each([
  ['students', '1 student'],
  ['money entries', '1 money entry'],
])('one of %s is %s', (name, words) => {
  show(<Page name={name} rows={students.slice(0, 1)} />);
  screen.getByText(words);
});

test('a single row opens automatically', () => {
  show(<Page rows={students.slice(0, 1)} />);
  screen.getByText('All of Adler');
});

test('a file of many pages shows its progress, and an error if a page fails', async () => {
  let fail = (_: Error) => {};
  const readAll: DataTableProps<Student>['readAll'] = (onPage) => {
    onPage(3, 7);
    return new Promise((_, reject) => {
      fail = reject;
    });
  };
  show(<Page rows={students} total={7} readAll={readAll} />);
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await screen.findByText('3 of 7 done');
  fail(new Error('Not now.'));
  await screen.findByText('Not now.');
  expect(screen.queryByText('3 of 7 done')).toBeNull();
});
