import type { findStudent } from '@portal/contract/students/lookup';
import { api } from '../shared/api/client.ts';
import { type Rows, readAll, readRows, useRows } from '../shared/table/rows.ts';
import type { TableState } from '../shared/table/table-state.ts';

const findCall = api.findStudent;

/** Rows of a page: few enough to be there at once, each with its registrations and packages. */
export const PAGE_SIZE = 50;
/** As many as the server gives at once. */
const FILE_PAGE_SIZE = 200;

/** What is searched by; empty fields are left out. */
export type Filters = Partial<
  Record<
    'firstName' | 'lastName' | 'ssn' | 'dob' | 'email' | 'ttiStudentId' | 'jseStudentId',
    string
  >
>;
type Sort = 'name' | 'firstName' | 'dob' | 'email';

const orderOf = ({ sort, descending }: TableState) =>
  sort === null ? {} : { sort: sort as Sort, descending };

/** Students who match, a page of them. */
export const useStudents = (filters: Filters | null, state: TableState) =>
  useRows(
    findCall,
    { ...filters, ...orderOf(state), offset: (state.page - 1) * PAGE_SIZE, limit: PAGE_SIZE },
    { enabled: filters !== null },
  );

/** All students who match, for a file. */
export const readStudents = (
  filters: Filters,
  state: TableState,
  onPage: (done: number, total: number) => void,
) =>
  readAll(
    (offset): Promise<Rows<FoundStudent>> =>
      readRows(findCall, { ...filters, ...orderOf(state), offset, limit: FILE_PAGE_SIZE }),
    onPage,
  );

export type FoundStudent = Awaited<ReturnType<typeof readRows<typeof findStudent>>>['rows'][number];
export type FoundRegistration = FoundStudent['registrations'][number];
export type FoundPackage = FoundStudent['studentPackages'][number];
