import { randomUUID } from 'node:crypto';
import { type Call, inTransaction } from '@portal/kit/commands/command';
import type { TableReport } from '@portal/kit/files/table-report';
import { guessColumns, isNamedSsn } from './guess-columns.ts';
import type { ImportField, Mapping } from './import-fields.ts';
import { insertImport, lastMapping } from './import-store.ts';
import { readStudentsFile } from './read-students-file.ts';
import { sampleCells } from './sample-cells.ts';
import { schoolOfImport } from './school-of-import.ts';

/** A row of the file as people see it: a text for each column. */
interface ShownRow {
  row: number;
  cells: string[];
}

export interface UploadedStudents {
  importId: string;
  columns: { column: string; guess: ImportField | null; samples: string[] }[];
  report: TableReport;
  /** The first and the last row, masked like the samples. */
  firstRow: ShownRow;
  lastRow: ShownRow;
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
        ...{ id: importId, schoolId: school.id, schoolName: school.name },
        ...{ cohortChoices: school.cohortChoices, fileName: name, columns, rows },
      },
      tx.actor,
      tx.now,
    ),
  );
  const guesses = guessColumns(columns);
  const fieldOf = columns.map((column, at) =>
    isNamedSsn(column) ? 'last4ssn' : (guesses[at] ?? null),
  );
  const shownRow = (at: number): ShownRow => {
    const { row, cells } = rows.at(at) as (typeof rows)[number];
    return {
      row,
      cells: cells.map((cell, place) => sampleCells([cell], fieldOf[place] ?? null)[0] ?? ''),
    };
  };
  return {
    importId,
    report,
    firstRow: shownRow(0),
    lastRow: shownRow(-1),
    columns: columns.map((column, at) => {
      const guess = guesses[at] ?? null;
      const cells = rows.map((row) => row.cells[at] ?? '');
      return {
        column,
        guess,
        samples: sampleCells(cells, fieldOf[at] ?? null),
      };
    }),
    lastMapping: await lastMapping(call.db, schoolId),
  };
}
