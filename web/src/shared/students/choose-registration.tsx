import { Select } from '@mantine/core';
import type { StaffRegistration } from '@portal/contract/exams/staff-registration';
import { useState } from 'react';
import { useAnswer } from '../api/calls.ts';
import { api } from '../api/client.ts';
import { sessionText } from '../format/dates.ts';
import { CallError } from '../ui/feedback.tsx';
import { type ChosenStudent, StudentChoice } from './student-choice.tsx';

export interface ChosenRegistration {
  studentId: number;
  studentName: string;
  registrationId: number;
}

/** Returns 'Ethics, Tue, Dec 8, 9:30 AM ET, Brooklyn': the exam and the session that it has. */
const optionText = ({
  examName,
  sessionDate,
  testSessionTime,
  location,
}: StaffRegistration): string =>
  [
    examName,
    ...(sessionDate && testSessionTime ? [sessionText(sessionDate, testSessionTime)] : []),
    ...(location ? [location] : []),
  ].join(', ');

/** Finds a student by name, email address or last four digits, then an open exam of theirs. */
export function ChooseRegistration({
  onChange,
}: {
  /** Called with null as soon as the choice is cleared. */
  onChange: (chosen: ChosenRegistration | null) => void;
}) {
  const [student, setStudent] = useState<ChosenStudent | null>(null);
  const [registrationId, setRegistrationId] = useState<string | null>(null);
  const record = useAnswer(
    api.getStudent,
    { studentId: student?.id ?? 0, isTtiMember: false },
    { enabled: student !== null },
  );
  const open = (record.data?.student.registrations ?? []).filter(
    (one) => one.active && !one.examTaken,
  );
  return (
    <>
      <StudentChoice
        onChange={(next) => {
          setStudent(next);
          setRegistrationId(null);
          onChange(null);
        }}
      />
      {student !== null && (
        <Select
          label="Exam"
          placeholder={record.isFetching ? 'Loading' : 'Choose an exam'}
          allowDeselect={false}
          nothingFoundMessage="No open exams"
          data={open.map((one) => ({ value: String(one.id), label: optionText(one) }))}
          value={registrationId}
          onChange={(value) => {
            setRegistrationId(value);
            onChange(
              value === null
                ? null
                : {
                    studentId: student.id,
                    studentName: student.name,
                    registrationId: Number(value),
                  },
            );
          }}
        />
      )}
      <CallError error={record.error} />
    </>
  );
}
