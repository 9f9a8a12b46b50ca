import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { CallError } from '../shared/ui/feedback.tsx';

const TYPING_MS = 250;

/** One student, found by what is typed; null until one is chosen. */
export function StudentChoice({ onChange }: { onChange: (studentId: number | null) => void }) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(false);
  const [asked] = useDebouncedValue(query.trim(), TYPING_MS);
  const isAsking = !chosen && asked.length > 1;
  const found = useAnswer(api.suggestStudents, { query: asked }, { enabled: isAsking });
  return (
    <>
      <TextInput
        label="Student"
        description="Name, email address or last four digits"
        autoComplete="off"
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
                setQuery(`${one.firstName} ${one.lastName}`);
                setChosen(true);
                onChange(one.id);
              }}
            >
              <bdi>{`${one.firstName} ${one.lastName}`}</bdi>
            </Button>
          ))}
          <CallError error={found.error} />
        </Stack>
      )}
    </>
  );
}
