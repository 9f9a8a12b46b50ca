import type { findStudent } from '@portal/contract/students/lookup';
import { useState } from 'react';
import { api } from '../shared/api/client.ts';
import { readFile } from '../shared/api/read-stream.ts';
import { saveFile } from '../shared/table/csv.ts';
import { type readRows, useRows } from '../shared/table/rows.ts';
import type { TableState } from '../shared/table/table-state.ts';

const findCall = api.findStudent;

/** Rows of a page: few enough to be there at once, each with its registrations and packages. */
export const PAGE_SIZE = 50;

/** The search fields; empty ones are left out. */
export type Filters = Partial<
  Record<
    'firstName' | 'lastName' | 'ssn' | 'dob' | 'email' | 'ttiStudentId' | 'jseStudentId',
    string
  >
>;
type Sort = 'name' | 'firstName' | 'dob' | 'email';

const orderOf = ({ sort, descending }: TableState) =>
  sort === null ? {} : { sort: sort as Sort, descending };

/** The matching students, one page of them. */
export const useStudents = (filters: Filters | null, state: TableState) =>
  useRows(
    findCall,
    { ...filters, ...orderOf(state), offset: (state.page - 1) * PAGE_SIZE, limit: PAGE_SIZE },
    { enabled: filters !== null },
  );

/** Downloads the file of all matching students (C-O37). */
export function useExport(filters: Filters | null, state: TableState) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const save = async () => {
    if (filters === null) return;
    setBusy(true);
    setFailure(null);
    try {
      const { name, content } = await readFile(api.exportLookup, {
        ...filters,
        ...orderOf(state),
      });
      saveFile(name, content);
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, progress: null, failure, save: () => void save() };
}

export type FoundStudent = Awaited<ReturnType<typeof readRows<typeof findStudent>>>['rows'][number];
export type FoundRegistration = FoundStudent['registrations'][number];
export type FoundPackage = FoundStudent['studentPackages'][number];
