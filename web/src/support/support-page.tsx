import { Button, Text } from '@mantine/core';
import { can } from '@portal/access/can';
import { useMemo, useState } from 'react';
import { ConfirmModal } from '../shared/dialogs/confirm-modal.tsx';
import type { CatalogExam } from '../shared/exams/exam-picker.tsx';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { readSession } from '../shared/session/session.ts';
import { CallError } from '../shared/ui/feedback.tsx';
import { useChangeToCourse, useExams, useFreeRetake } from './api.ts';
import { Done } from './done.tsx';
import { FeeRetake } from './fee-retake.tsx';
import { PartnerIdsCard } from './partner-ids-card.tsx';
import classes from './support.module.css';
import { SupportCard } from './support-card.tsx';
import { useSubject } from './use-subject.ts';

/** The exam whose course is reserved for students whom tech support changes by hand. */
const RESERVED_EXAM = 525;

/** The exams that have a course version, as far as the account may change them. */
function withCourse(exams: readonly CatalogExam[]): CatalogExam[] {
  const changed = new Set(exams.map((exam) => exam.alternate_course_version));
  const mayReserved = can(readSession(), 'reserved_exam.change_to_course');
  return exams.filter(({ id }) => changed.has(id) && (id !== RESERVED_EXAM || mayReserved));
}

/** the tools of support for retakes, courses and partner ids.. */
export function SupportPage() {
  const exams = useExams();
  const courses = useMemo(() => exams.data && withCourse(exams.data), [exams.data]);
  return (
    <StaffPage title="Admin support">
      <CallError error={exams.error} onRetry={() => void exams.refetch()} busy={exams.isFetching} />
      <div className={classes.cards}>
        <FreeRetake exams={exams.data} />
        <FeeRetake exams={exams.data} />
        <ToCourse exams={courses} />
        {can(readSession(), 'partner_id.edit') && <PartnerIdsCard />}
      </div>
    </StaffPage>
  );
}

interface ToolProps {
  exams: readonly CatalogExam[] | undefined;
}

/** */
function FreeRetake({ exams }: ToolProps) {
  const subject = useSubject();
  const retake = useFreeRetake();
  const [done, setDone] = useState<string | null>(null);
  const { student, exam, setExam } = subject;
  const isReady = student !== null && exam !== null;
  const send = () => {
    if (!isReady || retake.isPending) return;
    setDone(null);
    retake.mutate(
      { student_id: student.id, examId: exam.id },
      {
        onSuccess: ({ successMessage }) => {
          setDone(successMessage);
          setExam(null);
        },
      },
    );
  };
  return (
    <SupportCard
      title="Vendor approved retake (no fee)"
      about="Registers an exam that was taken once more, without credits and fee."
      subject={subject}
      exams={exams}
      frozen={retake.isPending}
      onSend={send}
    >
      <Button type="submit" disabled={!isReady} loading={retake.isPending}>
        Register retake
      </Button>
      <CallError error={retake.error} />
      <Done text={done} />
    </SupportCard>
  );
}

/** C-A29: the open registration becomes one of the course. */
function ToCourse({ exams }: ToolProps) {
  const subject = useSubject();
  const change = useChangeToCourse();
  const [done, setDone] = useState<string | null>(null);
  const { student, exam, setExam } = subject;
  const [isAsking, setAsking] = useState(false);
  const isReady = student !== null && exam !== null;
  const send = () => {
    if (!isReady || change.isPending) return;
    setAsking(false);
    setDone(null);
    change.mutate(
      { student_id: student.id, examId: exam.id },
      {
        onSuccess: ({ exam: course }) => {
          setDone(
            `The exam was changed to the course ${course.subject} (${course.secularNumber}).`,
          );
          setExam(null);
        },
      },
    );
  };
  return (
    <SupportCard
      title="Change exam to Woodmont course"
      about={
        'Makes the open registration of an exam one of its course. No credits or money move; ' +
        'a booked session is given up.'
      }
      subject={subject}
      exams={exams}
      frozen={change.isPending}
      onSend={() => isReady && setAsking(true)}
    >
      <Button type="submit" disabled={!isReady} loading={change.isPending}>
        Change to course
      </Button>
      {isAsking && student && exam && (
        <ConfirmModal
          title="Change to course?"
          keep="Keep exam"
          confirm="Change to course"
          onClose={() => setAsking(false)}
          onConfirm={send}
        >
          <Text>
            The registration of <bdi>{exam.subject}</bdi> of{' '}
            <bdi>{`${student.firstName} ${student.lastName}`}</bdi> becomes one of its course, and a
            booked session is given up. This cannot be undone.
          </Text>
        </ConfirmModal>
      )}
      <CallError error={change.error} />
      <Done text={done} />
    </SupportCard>
  );
}
