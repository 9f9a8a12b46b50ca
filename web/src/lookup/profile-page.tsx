import { Button, Title } from '@mantine/core';
import { IconCreditCard, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useRecord } from '../shared/api/student.ts';
import { useMayFor, useStudentInView } from '../shared/api/student-in-view.tsx';
import { lazyDialog } from '../shared/dialogs/lazy-dialog.tsx';
import { LogButton } from '../shared/history/log-button.tsx';
import { useTitle } from '../shared/page/use-title.ts';
import { BlockSkeleton } from '../shared/ui/feedback.tsx';
import classes from './lookup.module.css';
import { PaymentMethodsDrawer } from './payment-methods-drawer.tsx';
import { StudentDetails } from './student-details.tsx';

const StudentModal = lazyDialog(
  async () => (await import('../shared/students/student-modal.tsx')).StudentModal,
);

/** the record of a student, with the actions of staff. */
export function ProfilePage() {
  useTitle('Profile');
  const id = useStudentInView() ?? 0;
  const { data, isPending } = useRecord(id);
  const [cards, setCards] = useState(false);
  const [editing, setEditing] = useState(false);
  const mayEdit = useMayFor('student.edit');
  return (
    <div className={classes.profile}>
      <div className={classes.head}>
        <Title order={1} tabIndex={-1}>
          Profile
        </Title>
        <div className={classes.actions}>
          {mayEdit && data && (
            <Button
              variant="default"
              leftSection={<IconPencil size={16} stroke={1.8} aria-hidden="true" />}
              onClick={() => setEditing(true)}
            >
              Edit
            </Button>
          )}
          {data && (
            <LogButton
              name={`${data.student.firstName} ${data.student.lastName}`}
              logs={data.student.logs}
            />
          )}
          <Button component={Link} to={`/admin/myAccount/${id}`} variant="default">
            My account
          </Button>
          <Button
            variant="default"
            leftSection={<IconCreditCard size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => setCards(true)}
          >
            Payment methods
          </Button>
        </div>
      </div>
      {editing && data && <StudentModal student={data.student} onClose={() => setEditing(false)} />}
      {isPending && <BlockSkeleton height={420} />}
      {data && <StudentDetails student={data.student} alone />}
      <PaymentMethodsDrawer opened={cards} onClose={() => setCards(false)} />
    </div>
  );
}
