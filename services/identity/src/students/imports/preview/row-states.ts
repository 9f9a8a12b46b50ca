import type { FieldError } from '@portal/kit/errors';
import type { StudentForm } from '../../../records/students/student.ts';
import type { SsnDobPair } from '../../duplicates/find-same-pair.ts';
import type { ReadNote } from '../cells/restore-zeros.ts';

/** The kind of a row. R-566. */
export type RowState = 'add' | 'same' | 'duplicate' | 'twice' | 'error';
/** An action on a row. */
export type Choice = 'add' | 'cohort' | 'skip';

/** A student on record with the digits and the birth date of a row. */
export interface Match extends SsnDobPair {
  id: number;
  schoolId: number | null;
  cohort: string | null;
}

/** A row as read, with its errors. */
export interface ReadRow {
  row: number;
  form: StudentForm;
  errors: FieldError[];
  /** Values that differ from the cells of the file. */
  notes: ReadNote[];
}

export interface StateOfRow<M extends Match> extends ReadRow {
  what: RowState;
  matches: M[];
  /** The preset. */
  choice: Choice;
  choices: Choice[];
}

export const pairKey = ({ dob, last4Ssn }: SsnDobPair): string => `${dob} ${last4Ssn}`;

interface Facts<M extends Match> {
  schoolId: number;
  matches: readonly M[];
  /**
   * Whether the caller may add a student whose digits and birth date are on record already. R-050.
   */
  mayConfirm: boolean;
}

/**
 * Returns the kind and the possible actions of each row of a table, in the order of the rows: of
 * rows with the same digits and birth date the first without an error counts. R-566.
 */
export function statesOfRows<M extends Match>(
  rows: readonly ReadRow[],
  { schoolId, matches, mayConfirm }: Facts<M>,
): StateOfRow<M>[] {
  const byPair = Map.groupBy(matches, pairKey);
  const seen = new Set<string>();
  return rows.map((read): StateOfRow<M> => {
    const nothing = { ...read, matches: [], choice: 'skip', choices: ['skip'] } as const;
    if (read.errors.length > 0)
      return { ...nothing, what: 'error', choices: ['skip'], matches: [] };
    const key = pairKey(read.form);
    if (seen.has(key)) return { ...nothing, what: 'twice', choices: ['skip'], matches: [] };
    seen.add(key);
    const found = byPair.get(key) ?? [];
    const own = found.filter((match) => match.schoolId === schoolId);
    if (own[0]) {
      const { cohort } = read.form;
      const differs = cohort !== null && own[0].cohort !== cohort;
      const choices: Choice[] = differs ? ['skip', 'cohort'] : ['skip'];
      return { ...read, what: 'same', matches: own, choice: 'skip', choices };
    }
    if (found.length > 0) {
      const choices: Choice[] = mayConfirm ? ['skip', 'add'] : ['skip'];
      return { ...read, what: 'duplicate', matches: found, choice: 'skip', choices };
    }
    return { ...read, what: 'add', matches: [], choice: 'add', choices: ['add', 'skip'] };
  });
}
