import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { StudentBrief } from '@portal/contract/students/staff-student';
import { useState } from 'react';
import { useAnswer } from '../api/calls.ts';
import { api } from '../api/client.ts';
import { tableDay } from '../format/dates.ts';
import { CallError } from '../ui/feedback.tsx';

const TYPING_MS = 250;

export interface ChosenStudent {
  id: number;
  name: string;
}

const nameOf = ({ firstName, lastName }: StudentBrief): string => `${firstName} ${lastName}`;

/** Returns the facts that distinguish students of one name: '4821 · 04/15/2004 · Bais Rivka'. */
const moreOf = ({ ssn, dob, schoolName }: StudentBrief): string =>
  [ssn, dob && tableDay(dob), schoolName].filter(Boolean).join(' · ');

interface StudentChoiceProps {
  /** Called with null as soon as the choice is cleared. */
  onChange: (chosen: ChosenStudent | null) => void;
}

/** One student, found by name, email address or last four digits. */
export function StudentChoice({ onChange }: StudentChoiceProps) {
  const [query, setQuery] = useState('');
  const [isChosen, setChosen] = useState(false);
  const [request] = useDebouncedValue(query.trim(), TYPING_MS);
  const isAsking = !isChosen && request.length > 1;
  const found = useAnswer(api.suggestStudents, { query: request }, { enabled: isAsking });
  return (
    <>
      <TextInput
        label="Student"
        description="Name, email address or last four digits"
        autoComplete="off"
        maxLength={100}
        data-autofocus
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setChosen(false);
          onChange(null);
        }}
      />
      {isAsking && (
        <Stack gap={4} role="group" aria-label="Students found">
          {found.data?.length === 0 && <Text c="dimmed">No students found</Text>}
          {found.data?.map((one) => (
            <Button
              key={one.id}
              variant="default"
              justify="flex-start"
              onClick={() => {
                setQuery(nameOf(one));
                setChosen(true);
                onChange({ id: one.id, name: nameOf(one) });
              }}
            >
              <bdi>{nameOf(one)}</bdi>
              <Text span c="dimmed" size="sm" ml="xs" truncate>
                {moreOf(one)}
              </Text>
            </Button>
          ))}
          <CallError error={found.error} />
        </Stack>
      )}
    </>
  );
}
