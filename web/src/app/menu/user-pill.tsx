import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useCredits, useStudent } from '../../shared/api/student.ts';
import { CreditCount } from '../../shared/ui/coin.tsx';
import classes from '../theme/student-shell.module.css';

/** The button 'Hi, Dana | 6 credits'. */
export function UserPill(button: ComponentProps<'button'>) {
  const student = useStudent();
  const credits = useCredits();
  return (
    <button
      type="button"
      {...(student.isPending ? { 'aria-label': t`Menu` } : {})}
      {...button}
      className={classes.pill}
    >
      {student.data && (
        <span>
          <Trans>Hi, {student.data.student.firstName}</Trans>
        </span>
      )}
      {student.isPending && <Skeleton component="span" w={72} h={14} />}
      {student.isError && !student.data && (
        <span>
          <Trans>Menu</Trans>
        </span>
      )}
      {(credits.data || credits.isPending) && (
        <span className={classes.divider} aria-hidden="true" />
      )}
      {credits.data && <CreditCount count={credits.data.totalCredits} />}
      {credits.isPending && <Skeleton component="span" w={80} h={14} />}
      <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />
    </button>
  );
}
