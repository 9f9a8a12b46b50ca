import { Card, Loader, Text, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { type CatalogExam, ExamPicker } from '../shared/exams/exam-picker.tsx';
import classes from './support.module.css';
import type { Subject } from './use-subject.ts';

interface SupportCardProps {
  title: string;
  /** The purpose of the tool, as a sentence. */
  about: string;
  subject: Subject;
  exams: readonly CatalogExam[] | undefined;
  /** Nothing may be changed while it runs. */
  frozen: boolean;
  /** Called on Enter in a field; missing for tools that charge, which need their button. */
  onSend?: () => void;
  /** The button, and the outcome. */
  children: ReactNode;
}

type StudentFieldProps = Pick<SupportCardProps, 'frozen'> & {
  subject: Omit<Subject, 'exam' | 'setExam'>;
};

/** The field of a student's number, and the name of that student. */
export function StudentField({
  subject: { typed, setTyped, student, looking, error },
  frozen,
}: StudentFieldProps) {
  return (
    <>
      <TextInput
        label="Student ID"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        value={typed}
        error={error}
        disabled={frozen}
        rightSection={looking && <Loader size={14} aria-label="Looking for the student" />}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div role="status" className={classes.student}>
        {student && (
          <bdi>
            <strong>{`${student.firstName} ${student.lastName}`}</strong>, {student.ssn}
          </bdi>
        )}
      </div>
    </>
  );
}

/** A support tool: a student, an exam, and an action on both. */
export function SupportCard({
  title,
  about,
  subject,
  exams,
  frozen,
  onSend,
  children,
}: SupportCardProps) {
  const id = useId();
  const { exam, setExam, student } = subject;
  return (
    <Card component="section" padding="md" aria-labelledby={id} className={classes.card}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <Text c="dimmed">{about}</Text>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSend?.();
        }}
      >
        <StudentField subject={subject} frozen={frozen} />
        <ExamPicker exams={exams} value={exam?.id ?? null} onChange={setExam} disabled={frozen} />
        {children}
        {!(student && exam) && <Text c="dimmed">Enter a student and choose an exam.</Text>}
      </form>
    </Card>
  );
}
