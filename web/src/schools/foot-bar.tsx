import type { ReactNode } from 'react';
import classes from './schools.module.css';

interface FootBarProps {
  /** What is chosen: '2 exams for 9 students'. */
  says?: string;
  more?: string;
  children: ReactNode;
}

/** Stays at the lower edge: what is chosen, and where to go from here. */
export function FootBar({ says = '', more = '', children }: FootBarProps) {
  return (
    <div className={classes.foot}>
      <p className={classes.says} role="status">
        <strong>{says}</strong>
        {says && more ? ', ' : ''}
        <span>{more}</span>
      </p>
      <div className={classes.footButtons}>{children}</div>
    </div>
  );
}
