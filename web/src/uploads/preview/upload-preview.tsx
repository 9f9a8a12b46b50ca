import { Checkbox } from '@mantine/core';
import type { TableReport } from '@portal/contract/table-report';
import { IconAlertCircle, IconListSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { DataTable } from '../../shared/table/data-table.tsx';
import { FileReport } from '../../shared/table/file-report.tsx';
import type { Column } from '../../shared/table/table-props.ts';
import type { TableState } from '../../shared/table/table-state.ts';
import { Summary } from '../upload-outcome.tsx';
import classes from '../uploads.module.css';

interface UploadPreviewProps<Row> {
  /** A summary, then further notes about the file. */
  lines: readonly string[];
  /** Of the table: 'rows of the batch'. */
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => number | string;
  isProblem: (row: Row) => boolean;
  /** Nothing can be saved as the file is. */
  blocked: boolean;
  /** The parsed table, if the file holds one. */
  report?: TableReport | null | undefined;
  /** How many there are of each outcome. */
  counts: ReactNode;
}

const MEND = 'Nothing of the file can be saved until these rows are mended.';
/** All rows are loaded: one page, in the order of the file. */
const ONE_PAGE: TableState = { page: 1, sort: null, descending: false };

/** The effect of a file, row by row, before it is applied. */
export function UploadPreview<Row>({
  lines,
  name,
  columns,
  rows,
  keyOf,
  isProblem,
  blocked,
  report,
  counts,
}: UploadPreviewProps<Row>) {
  const [onlyProblems, setOnlyProblems] = useState(false);
  const problems = rows.filter(isProblem);
  const isShort = onlyProblems && problems.length > 0;
  const shown = isShort ? problems : rows;
  return (
    <section className={classes.preview} aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <div role="status">
        <Summary
          tone={blocked ? 'garnet' : 'lapis'}
          icon={blocked ? IconAlertCircle : IconListSearch}
          lines={blocked ? [...lines, MEND] : lines}
        />
      </div>
      <FileReport report={report} />
      <div className={classes.counts}>
        {counts}
        {problems.length > 0 && problems.length < rows.length && (
          <Checkbox
            size="xs"
            label="Only problems"
            checked={onlyProblems}
            onChange={(event) => setOnlyProblems(event.currentTarget.checked)}
          />
        )}
      </div>
      {rows.length > 0 && (
        <DataTable
          name={name}
          columns={columns}
          rows={shown}
          total={shown.length}
          pageSize={shown.length}
          keyOf={keyOf}
          nameOf={(row) => String(keyOf(row))}
          state={ONE_PAGE}
          onState={() => {}}
          empty=""
          readAll={async () => shown}
        />
      )}
    </section>
  );
}
