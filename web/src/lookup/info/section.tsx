import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './info.module.css';

/** A collapsible section of the page: its title with a count, and its content. */
export function Section({
  title,
  count,
  children,
}: {
  title: string;
  count?: number;
  children: ReactNode;
}) {
  return (
    <details open className={classes.section}>
      <summary>
        <IconChevronRight size={16} stroke={1.8} aria-hidden="true" />
        <h2>{title}</h2>
        {count !== undefined && <span className="num">{count}</span>}
      </summary>
      <div className={classes.content}>{children}</div>
    </details>
  );
}
