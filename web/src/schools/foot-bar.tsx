import type { ReactNode } from 'react';
import classes from './schools.module.css';

interface FootBarProps {
  /** The current choice: '2 exams for 9 students'. */
  says?: string;
  more?: string;
  /** Amounts beside it. */
  sums?: ReactNode;
  children: ReactNode;
}

/** Stays at the lower edge: the current choice, and the buttons to continue. */
export function FootBar({ says = '', more = '', sums, children }: FootBarProps) {
  return (
    <div className={classes.foot}>
      <p className={classes.says} role="status">
        <strong>{says}</strong>
        {says && more ? ', ' : ''}
        <span>{more}</span>
      </p>
      {sums}
      <div className={classes.footButtons}>{children}</div>
    </div>
  );
}
