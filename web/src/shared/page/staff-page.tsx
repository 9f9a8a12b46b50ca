import { Anchor, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './staff-page.module.css';
import { useTitle } from './use-title.ts';

interface StaffPageProps {
  title: string;
  /** Pages above this one, the highest first. */
  above?: readonly { to: string; label: string }[];
  /** The student whom the page is about: 'Rivka Adler, 4821'. */
  student?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of staff: the back link, the student in view, title and actions, then the content. */
export function StaffPage({ title, above = [], student, actions, children }: StaffPageProps) {
  useTitle(title);
  return (
    <div className={classes.page}>
      {above.length > 0 && (
        <nav aria-label="Breadcrumbs">
          <ol className={classes.trail}>
            {above.map(({ to, label }) => (
              <li key={to}>
                <Anchor component={Link} to={to}>
                  {label}
                </Anchor>
              </li>
            ))}
            <li aria-current="page">{title}</li>
          </ol>
        </nav>
      )}
      {student && (
        <section aria-label="Student in view" className={classes.student}>
          Student: {student}
        </section>
      )}
      <div className={classes.head}>
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
