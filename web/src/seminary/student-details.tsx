import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { nameOf, type SeminaryStudent } from './api.ts';
import { CourseTable } from './course-table.tsx';
import classes from './seminary.module.css';

/** The listed facts of a seminary student; the pencil while nothing is decided. R-303. */
export function SeminaryStudentDetails({
  student,
  onEdit,
}: {
  student: SeminaryStudent;
  onEdit: () => void;
}) {
  const { address, city, state, zip, country, redeemedExams, redeemed_exams } = student;
  const facts: readonly [name: string, value: string | null][] = [
    ['Address', [address, city, [state, zip].filter(Boolean).join(' '), country].join(', ')],
    ['Email', student.email],
    ['Phone', student.phone],
    ['Seminary email', student.semEmail],
    ['Seminary phone', student.semPhone],
    ['Student on record', student.studentId === null ? 'Not linked' : 'Linked'],
  ];
  return (
    <div className={classes.details}>
      <dl className={classes.facts}>
        {facts.flatMap(([name, value]) =>
          value
            ? [
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <bdi>{value}</bdi>
                  </dd>
                </div>,
              ]
            : [],
        )}
      </dl>
      {redeemed_exams === null && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPencil size={16} stroke={1.8} aria-hidden="true" />}
            aria-label={`Edit ${nameOf(student)}`}
            onClick={onEdit}
          >
            Edit
          </Button>
        </div>
      )}
      {redeemed_exams === 1 && <CourseTable title="Redeemed exams" courses={redeemedExams} />}
    </div>
  );
}
