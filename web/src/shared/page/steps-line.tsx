import { IconCheck } from '@tabler/icons-react';
import classes from './steps-line.module.css';

interface StepsLineProps {
  steps: readonly string[];
  /** From 1. */
  step: number;
  /** The first one that is shown, from 1. */
  first?: number;
}

/** Where the person is on a way of some steps. */
export function StepsLine({ steps, step, first = 1 }: StepsLineProps) {
  return (
    <ol className={classes.steps} aria-label="Steps">
      {steps
        .map((label, at) => ({ label, number: at + 1 }))
        .filter(({ number }) => number >= first)
        .map(({ label, number }) => (
          <li
            key={label}
            data-state={number < step ? 'done' : number === step ? 'now' : 'later'}
            {...(number === step ? { 'aria-current': 'step' as const } : {})}
          >
            <span className={classes.dot} aria-hidden="true">
              {number < step ? <IconCheck size={14} stroke={2.4} /> : number - first + 1}
            </span>
            {label}
          </li>
        ))}
    </ol>
  );
}
