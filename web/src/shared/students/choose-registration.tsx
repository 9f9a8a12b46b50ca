import { Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useAnswer } from '../api/calls.ts';
import { api } from '../api/client.ts';
import { CallError } from '../ui/feedback.tsx';

const TYPING_MS = 250;

export interface ChosenRegistration {
  studentId: number;
  studentName: string;
  registrationId: number;
}

/** A student by name, email address or last four digits, then an exam of theirs that is open. */
export function ChooseRegistration({
  onChange,
}: {
  /** Null as soon as what was chosen is given up. */
  onChange: (chosen: ChosenRegistration | null) => void;
}) {
  const [query, setQuery] = useState('');
  const [asked] = useDebouncedValue(query.trim(), TYPING_MS);
  const [studentId, setStudentId] = useState<number | null>(null);
  const [registrationId, setRegistrationId] = useState<string | null>(null);
  const found = useAnswer(api.suggestStudents, { query: asked }, { enabled: asked.length > 1 });
  const student = useAnswer(
    api.getStudent,
    { studentId: studentId ?? 0, isTtiMember: false },
    { enabled: studentId !== null },
  );
  const open = (student.data?.student.registrations ?? []).filter(
    (one) => one.active && !one.examTaken,
  );
  return (
    <>
      <TextInput
        label="Student"
        description="Name, email address or last four digits"
        autoComplete="off"
        data-autofocus
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setStudentId(null);
          setRegistrationId(null);
          onChange(null);
        }}
      />
      {studentId === null && asked.length > 1 && (
        <Stack gap={4} role="group" aria-label="Students found">
          {found.data?.length === 0 && <Text c="dimmed">No students found</Text>}
          {found.data?.map((one) => (
            <Button
              key={one.id}
              variant="default"
              justify="flex-start"
              onClick={() => {
                setStudentId(one.id);
                setQuery(`${one.firstName} ${one.lastName}`);
              }}
            >
              <bdi>{`${one.firstName} ${one.lastName}`}</bdi>
            </Button>
          ))}
          <CallError error={found.error} />
        </Stack>
      )}
      {studentId !== null && (
        <Select
          label="Exam"
          placeholder={student.isFetching ? 'Loading' : 'Choose an exam'}
          allowDeselect={false}
          nothingFoundMessage="No open exams"
          data={open.map((one) => ({ value: String(one.id), label: one.examName }))}
          value={registrationId}
          onChange={(value) => {
            setRegistrationId(value);
            onChange(
              value === null
                ? null
                : { studentId, studentName: query, registrationId: Number(value) },
            );
          }}
        />
      )}
      <CallError error={student.error} />
    </>
  );
}
