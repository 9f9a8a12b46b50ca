import type { ReactNode } from 'react';
import classes from './filters.module.css';

/** The filters above a table. */
export const FilterRow = ({ children }: { children: ReactNode }) => (
  <search className={classes.row} aria-label="Filters">
    {children}
  </search>
);
