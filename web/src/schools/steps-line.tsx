import { IconCheck } from '@tabler/icons-react';
import classes from './schools.module.css';

export const STEPS = [
  'School',
  'Session',
  'Exams and students',
  'Confirm and pay',
  'Summary',
] as const;

/** Where the person is on the way from a school to its registrations; `step` from 1. */
export function StepsLine({ step, first }: { step: number; first: number }) {
  return (
    <ol className={classes.steps} aria-label="Steps">
      {STEPS.map((label, at) => ({ label, number: at + 1 }))
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
