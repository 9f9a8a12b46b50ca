import { Skeleton, Text } from '@mantine/core';
import { can } from '@portal/access/can';
import { studentPagesOf } from '@portal/contract/pages/staff-pages';
import { useEffect } from 'react';
import { NavLink, Outlet, useParams } from 'react-router-dom';
import { noteOpened } from '../../shared/api/note-opened.ts';
import { useCredits, useRecord } from '../../shared/api/student.ts';
import { StudentInView } from '../../shared/api/student-for-staff.tsx';
import { forgetExamsNews } from '../../shared/exams/exams-news.tsx';
import { StaffPage } from '../../shared/page/staff-page.tsx';
import { readSession } from '../../shared/session/session.ts';
import { useSessionRound } from '../../shared/session/session-over.ts';
import { CreditCount } from '../../shared/ui/coin.tsx';
import { CallError } from '../../shared/ui/feedback.tsx';
import { StudentFile } from '../../student-file/student-file.tsx';
import { LiveUpdates } from '../live/live-updates.tsx';
import classes from './student-frame.module.css';

/**
 * The pages of one student, for staff: the student's name is above each of them, with the tabs that
 * this account may open. Remounts for another student, so that no state of the previous one stays.
 */
export function StudentFrame() {
  const { studentId = '' } = useParams();
  if (!/^[1-9]\d{0,9}$/.test(studentId)) return <Unnamed />;
  return <Framed key={studentId} id={Number(studentId)} />;
}

/** Shown for an address without a student. */
function Unnamed() {
  useEffect(() => console.error('StudentId is required.'), []);
  return (
    <StaffPage title="Student">
      <CallError error={new Error('No student found')} />
    </StaffPage>
  );
}

function Framed({ id }: { id: number }) {
  const session = readSession();
  const record = useRecord(id);
  const round = useSessionRound();
  // nothing of this student is news beside another one
  useEffect(() => forgetExamsNews, []);
  const isThere = record.data !== undefined;
  useEffect(() => {
    if (isThere) noteOpened('student', id);
  }, [id, isThere]);
  const isUnknown = record.error?.status === 404;
  if (isUnknown)
    return (
      <StaffPage title="Student">
        <CallError error={record.error} />
      </StaffPage>
    );
  return (
    <StudentInView id={id}>
      <div className={classes.bar}>
        <section aria-label="Student in view" className={classes.student}>
          {record.isPending && <Skeleton h={20} w={240} />}
          {record.data && (
            <>
              <strong>
                Student:{' '}
                <bdi>
                  {record.data.student.firstName} {record.data.student.lastName}
                </bdi>
                , <span className="num">{record.data.student.ssn}</span>
              </strong>
              {can(session, 'credit.read') ? (
                <Held fallback={record.data.credits.totalCredits} />
              ) : (
                <CreditCount count={record.data.credits.totalCredits} pill />
              )}
            </>
          )}
        </section>
        <nav aria-label="Student" className={classes.tabs}>
          {studentPagesOf(session).map(({ name, label }) => (
            <NavLink key={name} to={`/admin/${name}/${id}`} className={classes.tab ?? ''}>
              {label}
            </NavLink>
          ))}
        </nav>
      </div>
      {can(session, 'student_file.read') && (
        <aside aria-label="Student file" className={classes.file}>
          <StudentFile />
        </aside>
      )}
      <CallError
        error={record.error}
        onRetry={() => void record.refetch()}
        busy={record.isFetching}
      />
      <div className={classes.content}>
        <Outlet />
      </div>
      {can(session, 'change.watch') && <LiveUpdates key={round} />}
    </StudentInView>
  );
}

/** The credits as the page that is open knows them, which it keeps up to date. */
function Held({ fallback }: { fallback: number }) {
  const { data } = useCredits();
  return (
    <>
      <CreditCount count={data?.totalCredits ?? fallback} pill />
      {data?.packageBuyingDisabled && (
        <Text c="dimmed" span>
          The student cannot buy.
        </Text>
      )}
    </>
  );
}
