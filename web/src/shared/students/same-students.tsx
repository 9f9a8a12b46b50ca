import { Button, Text } from '@mantine/core';
import type { StudentBrief } from '@portal/contract/students/staff-student';
import { ModalFrame } from '../dialogs/modal-frame.tsx';
import { tableDay } from '../format/dates.ts';
import classes from './students.module.css';

/** The facts that distinguish students. */
type SameStudent = Pick<
  StudentBrief,
  'id' | 'firstName' | 'lastName' | 'ssn' | 'dob' | 'email' | 'schoolName' | 'jseId'
>;

/** M-31: another student has the same SSN and birth date. R-050. */
export function SameStudents({
  message,
  students,
  isNew = true,
  busy,
  onContinue,
  onCancel,
}: {
  message: string;
  students: readonly SameStudent[];
  /** The student is being added, not edited. */
  isNew?: boolean;
  busy: boolean;
  onContinue: () => void;
  onCancel: () => void;
}) {
  return (
    <ModalFrame
      title="Same ssn/dob"
      opened
      onClose={onCancel}
      busy={busy}
      width={640}
      foot={
        <>
          <Button variant="default" onClick={onCancel} disabled={busy} data-autofocus>
            {isNew ? 'Cancel add' : 'Cancel edit'}
          </Button>
          <Button loading={busy} onClick={onContinue}>
            {isNew ? 'Continue, this is a new student' : 'Continue, this is another student'}
          </Button>
        </>
      }
    >
      <Text>{message}</Text>
      <ul className={classes.same}>
        {students.map((one) => (
          <li key={`${one.id} ${one.firstName} ${one.lastName}`}>
            <bdi>
              {one.firstName} {one.lastName}
            </bdi>
            {one.dob &&
              ['', one.ssn, tableDay(one.dob), one.email, one.schoolName, one.jseId]
                .filter((text, at) => at === 0 || Boolean(text))
                .join(', ')}
          </li>
        ))}
      </ul>
    </ModalFrame>
  );
}
