import { Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { money } from '../../shared/format/money.ts';
import { PlainTable } from '../../shared/table/plain-table.tsx';
import type { Column } from '../../shared/table/table-props.ts';
import { type Details, nameOf } from '../api.ts';
import classes from '../schools.module.css';
import { isSuccess, type Outcome } from './order.ts';

/** How students and exams of a result are called. */
export function namesIn({ schoolStudents, schoolSessionStudents, exams }: Details) {
  const students = new Map(
    schoolSessionStudents.map((seat) => [seat.studentId, `${seat.lastname}, ${seat.firstName}`]),
  );
  for (const { student } of schoolStudents) students.set(student.id, nameOf(student));
  const subjects = new Map(exams.map(({ id, subject }) => [id, subject]));
  for (const { examId, examSubject } of schoolSessionStudents)
    if (!subjects.has(examId)) subjects.set(examId, examSubject);
  return {
    student: (id: number) => students.get(id) ?? `Student ${id}`,
    exam: (id: number) => subjects.get(id) ?? `Exam ${id}`,
  };
}

const hasFailed = ({ exams }: Outcome): boolean => exams.some(({ text }) => !isSuccess(text));

/** Failures first, then the students whose every exam is registered.. */
export function Results({ details, outcomes }: { details: Details; outcomes: readonly Outcome[] }) {
  const names = namesIn(details);
  const failed = outcomes.filter(hasFailed);
  const done = outcomes.filter((outcome) => !hasFailed(outcome));
  const columns: Column<Outcome>[] = [
    { id: 'name', title: 'Student', text: ({ studentId }) => names.student(studentId) },
    {
      id: 'exams',
      title: 'Exams',
      text: ({ exams }) =>
        exams
          .map(({ examId, text }) => names.exam(examId) + (text === 'success' ? '' : ` (${text})`))
          .join(', '),
    },
    { id: 'credits', title: 'Credits', numeric: true, text: ({ credits }) => String(credits) },
    { id: 'amount', title: 'Amount', numeric: true, text: ({ charged }) => money(charged) },
  ];
  return (
    <>
      {failed.length > 0 && (
        <section aria-label="With failures" className={classes.card}>
          <h2 className={classes.heading}>
            With failures <span className="num">{failed.length}</span>
          </h2>
          {failed.map(({ studentId, exams }) => (
            <div key={studentId}>
              <Text fw={600}>{names.student(studentId)}</Text>
              <ul className={classes.lines}>
                {exams.map(({ examId, text }) => (
                  <li key={examId} className={isSuccess(text) ? classes.good : classes.bad}>
                    {isSuccess(text) ? (
                      <IconCircleCheck size={16} stroke={1.8} aria-hidden="true" />
                    ) : (
                      <IconCircleX size={16} stroke={1.8} aria-hidden="true" />
                    )}{' '}
                    {isSuccess(text)
                      ? `${names.exam(examId)} registered`
                      : `${names.exam(examId)}: ${text}`}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      )}
      {done.length > 0 && (
        <details open className={`${classes.card} ${classes.summary}`}>
          <summary>successful registrations</summary>
          <PlainTable
            title="Students"
            columns={columns}
            rows={done}
            keyOf={({ studentId }) => studentId}
            empty=""
          />
        </details>
      )}
    </>
  );
}
