import { useMediaQuery } from '@mantine/hooks';
import { useId } from 'react';
import { PHONE } from '../dialogs/modal-frame.tsx';
import { asBlocks } from './as-blocks.tsx';
import classes from './plain-table.module.css';
import type { Column } from './table-props.ts';

interface PlainTableProps<Row> {
  /** The plural noun of the rows: 'Registrations'. */
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => number | string;
  /** The exact sentence for no rows. */
  empty: string;
  /** A heading above the table already has the title. */
  hideTitle?: boolean;
  /** The heading level of the title. */
  level?: 2 | 3;
  /** Rows that no longer count: dimmed, with a note in their first cell. */
  isOver?: (row: Row) => boolean;
}

/**
 * A few rows, all of them loaded, with their count: details of one row of a data table. A row is
 * one block on a phone.
 */
export function PlainTable<Row>({
  title,
  columns,
  rows,
  keyOf,
  empty,
  hideTitle = false,
  level = 2,
  isOver = () => false,
}: PlainTableProps<Row>) {
  const id = useId();
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const shown = isPhone ? asBlocks(columns).slice(0, 1) : columns;
  const Heading = level === 2 ? 'h2' : 'h3';
  const name = hideTitle ? { 'aria-label': title } : { 'aria-labelledby': id };
  return (
    <div className={classes.frame}>
      {!hideTitle && (
        <Heading id={id} className={classes.title}>
          {title} <span className="num">{rows.length}</span>
        </Heading>
      )}
      {rows.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling panel needs keyboard focus
        <section className={classes.panel} tabIndex={0} {...name}>
          <table className={classes.table} {...name}>
            <thead>
              <tr>
                {shown.map(({ id: column, title: head, numeric }) => (
                  <th key={column} scope="col" data-numeric={numeric || undefined}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={keyOf(row)} data-over={isOver(row) || undefined}>
                  {shown.map(({ id: column, cell, text, numeric }) => (
                    <td key={column} data-numeric={numeric || undefined}>
                      {cell ? cell(row) : text(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}
