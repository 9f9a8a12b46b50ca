import { t } from '@lingui/core/macro';
import { VisuallyHidden } from '@mantine/core';
import classes from './path-steps.module.css';

/** How far a registration has come: the steps of its path, the last one reached marked. */
export function PathSteps({ steps, done }: { steps: readonly string[]; done: number }) {
  return (
    <div className={classes.frame}>
      <ol className={classes.path} aria-label={t`Progress`}>
        {steps.map((step, index) => (
          <li
            key={step}
            className={classes.step}
            data-done={index < done || undefined}
            {...(index === done - 1 ? { 'aria-current': 'step' } : {})}
          >
            <span className={classes.name}>{step}</span>
            <VisuallyHidden>{index < done ? t`, done` : t`, to come`}</VisuallyHidden>
          </li>
        ))}
      </ol>
    </div>
  );
}
