import { auditRecordsThat } from '@portal/access/audit-records';
import type { PersonalTable } from '@portal/proto/portal/personal_data/v1/personal_data';
import type { Sql } from '../database/database.ts';
import { personalTables } from '../prisma/personal-tables.ts';
import { exportedColumns, type PersonalTables } from './personal-columns.ts';

/** The tables that every service has beside its own. */
const kitTables: PersonalTables = personalTables;

/** The person whose rows are exported, with the keys beside the id by which they are found. */
export interface Person {
  studentId: number;
  /** Every address that mails went to, in lower case. */
  emails: string[];
  /** The student's id at the partner of seminary study; empty: none. */
  ttiStudentId: string;
}

/** A row about a student with all its columns. */
export interface PersonalRow {
  name: string;
  row: Record<string, unknown>;
}

/** The tables of a service with data about students. */
export interface PersonalData {
  tables: PersonalTables;
  /** All rows about a student but those of kit's own tables. */
  rows: (sql: Sql, person: Person) => Promise<PersonalRow[]>;
}

/** Records whose history belongs to the office. */
const ofOffice = auditRecordsThat(({ isForOffice = false }) => isForOffice);

/**
 * Returns the rows of kit's own tables about a student: the history without the actor, with the
 * origin only where the student acted, and the sent emails.
 */
const kitRows = (
  sql: Sql,
  { studentId, emails }: Person,
  forOffice: boolean,
): Promise<PersonalRow[]> => sql.many<PersonalRow>`
  (SELECT 'audit' AS name,
    CASE WHEN t.actor_kind = 'student' AND t.actor_id = t.student_id THEN to_jsonb(t)
      ELSE to_jsonb(t) - 'origin' END AS row
  FROM audit t
  WHERE t.student_id = ${studentId}
    AND (${forOffice}::boolean OR t.table_name <> ALL (${ofOffice}::text[]))
  ORDER BY t.id)
  UNION ALL
  (SELECT 'mail', to_jsonb(t) FROM mail t WHERE lower(t.recipient) = ANY (${emails}::text[])
  ORDER BY t.created_at)
  -- never null: name, row`;

/**
 * All rows about a student that a service keeps, table by table, but hashes, tokens and other
 * people's data; with what staff wrote for staff where it is `forOffice`.
 */
export async function exportStudent(
  sql: Sql,
  { tables, rows }: PersonalData,
  person: Person,
  forOffice: boolean,
): Promise<PersonalTable[]> {
  const found = (await Promise.all([rows(sql, person), kitRows(sql, person, forOffice)])).flat();
  const byTable = Map.groupBy(found, ({ name }) => name);
  return [...byTable].flatMap(([name, ofTable]) => {
    const columns = tables[name] ?? kitTables[name];
    if (columns === undefined) throw new Error(`${name} is not among the personal tables`);
    const shown = exportedColumns(columns, forOffice);
    const pick = ({ row }: PersonalRow) =>
      Object.fromEntries(shown.filter((one) => one in row).map((one) => [one, row[one]]));
    return shown.length === 0 ? [] : [{ name, rows: JSON.stringify(ofTable.map(pick)) }];
  });
}

/** How a service answers ExportStudent. */
export const exportHandler = (data: PersonalData) => ({
  handle: async (
    { person, forOffice }: { person?: Person | undefined; forOffice: boolean },
    { db }: { db: Sql },
  ) => {
    if (person === undefined) return { tables: [] };
    return { tables: await exportStudent(db, data, person, forOffice) };
  },
});
