import { Card, Text } from '@mantine/core';
import { StudentInView } from '../shared/api/student-for-staff.tsx';
import { PartnerIdFields } from '../shared/students/partner-ids.tsx';
import classes from './support.module.css';
import { StudentField } from './support-card.tsx';
import { useSubject } from './use-subject.ts';

/**
 * Support edits partner ids here, since it has no access to the student form. C-O66, C-O67, R-403.
 */
export function PartnerIdsCard() {
  const subject = useSubject();
  const { student } = subject;
  return (
    <Card component="section" padding="md" aria-labelledby="partner-ids" className={classes.card}>
      <h2 id="partner-ids" className={classes.title}>
        Partner ids
      </h2>
      <Text c="dimmed">
        The ids of a student at TAL, Coopersmith, TTI and MASPED. Each belongs to one student.
      </Text>
      <StudentField subject={subject} frozen={false} />
      {student ? (
        <StudentInView key={student.id} id={student.id}>
          <PartnerIdFields />
        </StudentInView>
      ) : (
        <Text c="dimmed">Enter a student.</Text>
      )}
    </Card>
  );
}
