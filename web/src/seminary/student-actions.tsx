import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { nameOf, type SeminaryStudent } from './api.ts';
import classes from './seminary.module.css';

interface StudentActionsProps {
  student: SeminaryStudent;
  /** Puts the person on record as a student. */
  onAdd: () => void;
}

const quiet = { variant: 'subtle', size: 'compact-xs' } as const;

/** The possible actions for a seminary student.. */
export function StudentActions({ student, onAdd }: StudentActionsProps) {
  const { id, studentId, redeemed_exams, hasStudentWithSameSsnDob } = student;
  const isOpen = redeemed_exams === null;
  const name = nameOf(student);
  return (
    <div className={classes.actions}>
      {isOpen ? (
        <Button
          {...quiet}
          component={Link}
          to={`/admin/upload-seminary-test?id=${id}`}
          aria-label={`Exams of ${name}`}
        >
          Exams
        </Button>
      ) : (
        <Button {...quiet} disabled aria-label={`Exams of ${name}`}>
          Exams
        </Button>
      )}
      {isOpen && studentId !== null && (
        <Button
          {...quiet}
          component={Link}
          to={`/admin/seminaryStudentRedemption/${studentId}`}
          aria-label={`Redeem exams of ${name}`}
        >
          Redeem exams
        </Button>
      )}
      {isOpen && studentId === null && !hasStudentWithSameSsnDob && (
        <Button
          {...quiet}
          component={Link}
          to={`/admin/non-member-invite?id=${id}`}
          aria-label={`Non-member invite for ${name}`}
        >
          Non-member invite
        </Button>
      )}
      {isOpen && studentId === null && hasStudentWithSameSsnDob && (
        <Button {...quiet} onClick={onAdd} aria-label={`Add by admin only: ${name}`}>
          Add by admin only
        </Button>
      )}
    </div>
  );
}
