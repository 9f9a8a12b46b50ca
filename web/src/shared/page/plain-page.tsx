import type { ReactNode } from 'react';
import { Brand } from './mark.tsx';
import classes from './plain-page.module.css';

/** One message in the middle of the page, under the mark. */
export function PlainPage({ children }: { children: ReactNode }) {
  return (
    <main className={classes.page}>
      <Brand />
      <div className={classes.card}>{children}</div>
    </main>
  );
}
