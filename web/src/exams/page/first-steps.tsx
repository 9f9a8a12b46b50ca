import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, VisuallyHidden } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useMayFor, useStudentPaths } from '../../shared/api/student-in-view.tsx';
import classes from './first-steps.module.css';

interface FirstStepsProps {
  exams: readonly Exam[];
  /** All credits held. */
  credits: number;
}

/**
 * How the first exam comes about, in three steps; gone once one was booked or begun, for ever.
 */
export function FirstSteps({ exams, credits }: FirstStepsProps) {
  const paths = useStudentPaths();
  const mayBuy = useMayFor('credit.buy');
  const own = exams.filter(({ registration_id }) => registration_id !== null);
  if (own.some(({ status }) => status !== 'registered')) return null;
  const isRegistered = own.length > 0;
  const steps = [
    {
      name: t`Find your exam`,
      note: t`Search by name or number. Each row says what it costs.`,
      isDone: isRegistered,
    },
    {
      name: t`Pay with credits`,
      note:
        credits > 0 || isRegistered
          ? t`Press GET and your credits pay for it.`
          : t`Press BUY and pay by card, or get a package.`,
      isDone: isRegistered,
      ...(!isRegistered && credits === 0 && mayBuy
        ? { link: { to: paths.packages, text: t`Compare packages` } }
        : {}),
    },
    {
      name: t`Book a session`,
      note: t`Choose the place and the day, or take the exam online.`,
      isDone: false,
      ...(isRegistered ? { link: { to: '?myexams=', text: t`Choose your session` } } : {}),
    },
  ];
  const now = steps.findIndex(({ isDone }) => !isDone);
  return (
    <ol className={classes.steps} aria-label={t`Your first exam`}>
      {steps.map(({ name, note, isDone, link }, at) => (
        <li key={name} {...(at === now ? { 'aria-current': 'step' as const } : {})}>
          <span className={classes.dot} data-done={isDone || undefined} aria-hidden="true">
            {isDone ? <IconCheck size={16} stroke={2.4} /> : at + 1}
          </span>
          <span className={classes.words}>
            <b>
              {name}
              {isDone && (
                <VisuallyHidden>
                  <Trans>, done</Trans>
                </VisuallyHidden>
              )}
            </b>
            <span className={classes.note}>{note}</span>
            {link && (
              <Anchor component={Link} to={link.to} className={classes.link ?? ''}>
                {link.text}
              </Anchor>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
