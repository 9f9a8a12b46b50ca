import type { ReactNode } from 'react';
import classes from './filters.module.css';

/** What a table can be asked for, above it. */
export const FilterRow = ({ children }: { children: ReactNode }) => (
  <search className={classes.row} aria-label="Filters">
    {children}
  </search>
);
