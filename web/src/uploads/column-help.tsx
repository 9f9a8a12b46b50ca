import type { ReactNode } from 'react';
import classes from './uploads.module.css';

interface ColumnHelpProps {
  /** Name and content. */
  columns: readonly (readonly [name: string, what: string])[];
  /** Further notes about the file. */
  children: ReactNode;
}

/** The columns of a table, explained below the upload field. */
export const ColumnHelp = ({ columns, children }: ColumnHelpProps) => (
  <section className={classes.help} aria-labelledby="columns">
    <h2 id="columns">Columns of a table</h2>
    <p>{children}</p>
    <dl>
      {columns.map(([name, what]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  </section>
);
