import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { filterTables } from '@portal/contract/saved-filters/filter-tables';
import { getFilters, saveFilter } from '@portal/contract/saved-filters/saved-filters';
import { signedInStaff } from '../../people/staff.ts';
import { refusal } from '../every-call/refusal.ts';

/** Draws a unique name: accounts of other tests see shared filters. */
const aName = (): string => `Filter ${randomUUID()}`;

describe('getFilters', () => {
  test('gives own filters and those shared with the role, with authors (R-574)', async () => {
    const [author, peer, stranger] = await Promise.all([
      signedInStaff('ROLE_ADVISOR'),
      signedInStaff('ROLE_ADVISOR'),
      signedInStaff('ROLE_ADMISSIONS'),
    ]);
    const [own, shared] = [aName(), aName()];
    const query = { state: 'open', search: 'ethics' };
    await author.do(saveFilter, { table: 'catalogue', name: own, query });
    await author.do(saveFilter, {
      table: 'catalogue',
      name: shared,
      query,
      sharedWith: ['ROLE_ADVISOR'],
    });
    const names = async (person: typeof peer, table: 'catalogue' | 'users') =>
      (await person.do(getFilters, { table })).filters.map(({ name }) => name);
    expect(await names(author, 'catalogue')).toEqual(expect.arrayContaining([own, shared]));
    expect(await names(author, 'users')).toEqual([]);
    const seen = (await peer.do(getFilters, { table: 'catalogue' })).filters;
    expect(seen.find(({ name }) => name === shared)).toEqual({
      filterId: expect.any(Number),
      table: 'catalogue',
      name: shared,
      query,
      sharedWith: ['ROLE_ADVISOR'],
      mine: false,
      by: 'Test Staff',
    });
    expect(seen.map(({ name }) => name)).not.toContain(own);
    expect(await names(stranger, 'catalogue')).not.toContain(shared);
  });

  test('gives two filters that the office shares in the demo data', async () => {
    const advisor = await signedInStaff('ROLE_ADVISOR');
    const shared = async (table: 'calendar' | 'catalogue') =>
      (await advisor.do(getFilters, { table })).filters.map(({ name }) => name);
    expect(await shared('calendar')).toContain('Women at Brooklyn');
    expect(await shared('catalogue')).toContain('Retired exams');
  });

  test('refuses an unknown table', async () => {
    const person = await signedInStaff('ROLE_ADVISOR');
    expect((await person.ask(getFilters, { table: 'passwords' })).status).toBe(400);
  });
});

describe('saveFilter', () => {
  test('adds a filter, changes and removes it', async () => {
    const person = await signedInStaff('ROLE_TECH_SUPPORT');
    const [name, renamed] = [aName(), aName()];
    const { filters } = await person.do(saveFilter, {
      table: 'users',
      name,
      query: { search: 'a' },
    });
    const filterId = filters.find((one) => one.name === name)?.filterId ?? 0;
    const changed = await person.do(saveFilter, {
      filterId,
      table: 'users',
      name: renamed,
      query: {},
      sharedWith: ['ROLE_TECH_SUPPORT'],
    });
    expect(changed.filters.find((one) => one.filterId === filterId)).toMatchObject({
      name: renamed,
      query: {},
      sharedWith: ['ROLE_TECH_SUPPORT'],
      mine: true,
    });
    const left = await person.do(saveFilter, { filterId, table: 'users', remove: true });
    expect(left.filters.map((one) => one.filterId)).not.toContain(filterId);
  });

  test('adds one filter for repeated calls with one key', async () => {
    const person = await signedInStaff('ROLE_TECH_SUPPORT');
    const [filter, key] = [{ table: 'users' as const, name: aName(), query: {} }, randomUUID()];
    const first = await person.do(saveFilter, filter, key);
    expect(await person.do(saveFilter, filter, key)).toEqual(first);
    expect(first.filters.filter(({ name }) => name === filter.name)).toHaveLength(1);
  });

  test('stores a filter of each table', async () => {
    const person = await signedInStaff('ROLE_ADMIN');
    const name = aName();
    for (const table of filterTables) {
      const { filters } = await person.do(saveFilter, { table, name, query: { state: 'open' } });
      expect(filters.find((one) => one.name === name)).toMatchObject({
        table,
        query: { state: 'open' },
        mine: true,
      });
    }
  });

  test("does not find others' filters, shared or not (R-574)", async () => {
    const [author, peer] = await Promise.all([
      signedInStaff('ROLE_ADVISOR'),
      signedInStaff('ROLE_ADVISOR'),
    ]);
    const name = aName();
    const { filters } = await author.do(saveFilter, {
      table: 'calendar',
      name,
      query: {},
      sharedWith: ['ROLE_ADVISOR'],
    });
    const filterId = filters.find((one) => one.name === name)?.filterId ?? 0;
    for (const more of [{ name: aName(), query: {} }, { remove: true }]) {
      const answer = await peer.ask(saveFilter, { filterId, table: 'calendar', ...more });
      expect(refusal(answer)).toEqual({
        status: 404,
        code: 'filter_not_found',
        detail: 'Not found.',
      });
    }
  });
});
