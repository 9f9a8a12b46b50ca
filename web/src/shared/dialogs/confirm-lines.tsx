import type { TablerIcon } from '@tabler/icons-react';
import classes from './confirm-lines.module.css';

export interface ConfirmLine {
  icon: TablerIcon;
  text: string;
}

/** The consequences of a decision, one sentence per line. */
export function ConfirmLines({ lines }: { lines: readonly ConfirmLine[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className={classes.lines}>
      {lines.map(({ icon: Icon, text }) => (
        <li key={text}>
          <Icon size={20} stroke={1.8} aria-hidden="true" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
