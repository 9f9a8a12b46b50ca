import { randomUUID } from 'node:crypto';
import { type Call, inTransaction } from '@portal/kit/commands/command';
import type { TableReport } from '@portal/proto/kit/v1/table_report';
import { sampleCells } from '../cells/sample-cells.ts';
import { guessColumns, maskedFields } from '../columns/guess-columns.ts';
import type { ImportField, Mapping } from '../columns/import-fields.ts';
import { insertImport, lastMapping } from '../records/import-store.ts';
import { schoolOfImport } from '../records/school-of-import.ts';
import { readStudentsFile } from './read-students-file.ts';

export interface UploadedStudents {
  importId: string;
  columns: { column: string; guess: ImportField | null; samples: string[] }[];
  report: TableReport;
  /** Of the school's last import. */
  lastMapping: Mapping | null;
}

/**
 * Takes a table of students and says what its columns may hold (C-O32). Neither the file is kept,
 * nor, once the columns are chosen, cells that are not mapped. Refuses with forbidden,
 * school_not_found, invalid, or as the reading of the file does.
 */
export async function uploadStudents(
  call: Call,
  { name, content, schoolId }: { name: string; content: Buffer; schoolId: number },
): Promise<UploadedStudents> {
  const school = await schoolOfImport(call, schoolId);
  const { columns, rows, report } = await readStudentsFile(name, content);
  const importId = randomUUID();
  await inTransaction(call, 'uploadStudents', (tx) =>
    insertImport(
      tx,
      {
        id: importId,
        schoolId: school.id,
        schoolName: school.name,
        cohortChoices: school.cohortChoices,
        fileName: name,
        columns,
        rows,
      },
      tx.actor,
      tx.now,
    ),
  );
  const guesses = guessColumns(columns);
  const fields = maskedFields(columns);
  return {
    importId,
    report,
    columns: columns.map((column, at) => {
      const guess = guesses[at] ?? null;
      const cells = rows.map((row) => row.cells[at] ?? '');
      return {
        column,
        guess,
        samples: sampleCells(cells, fields[at] ?? null),
      };
    }),
    lastMapping: await lastMapping(call.db, schoolId),
  };
}
