import { Button, Group, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { CallError } from '../../shared/ui/feedback.tsx';
import { detailsCall, isOffice, type School, type SchoolSession, saveSessionCall } from '../api.ts';
import { timeOfDay, timeOnClock, usualDays } from './session-days.ts';

interface SessionFormModalProps {
  school: School;
  /** Null: a new one. */
  session: SchoolSession | null;
  onClose: () => void;
  onSaved: (sessionId: number) => void;
}

const genders = [
  { value: '2', label: 'Women' },
  { value: '1', label: 'Men' },
  { value: '3', label: 'Both' },
];

/** M-38: a session of a school, new or changed.. */
export function SessionFormModal({ school, session, onClose, onSaved }: SessionFormModalProps) {
  const clock = session ? timeOnClock(session.testSessionTime) : { time: '', half: 'AM' as const };
  const [date, setDate] = useState(session?.date ?? '');
  const [time, setTime] = useState(clock.time);
  const [half, setHalf] = useState<'AM' | 'PM'>(clock.half);
  const [closingDate, setClosingDate] = useState(session?.closingDate ?? '');
  const [returnDate, setReturnDate] = useState(session?.returnDueDate ?? '');
  const [gender, setGender] = useState<string | null>(session?.gender ?? null);
  const [wasLeft, setLeft] = useState(false);
  const save = useCommand(saveSessionCall, {
    refreshes: [detailsCall],
    onDone: ({ id }) => {
      onSaved(id);
      onClose();
    },
  });
  const startTime = timeOfDay(time, half);
  const namesDays = isOffice();
  const isForBoth = school.gender === '3';
  const isFilled =
    date !== '' &&
    startTime !== null &&
    (!isForBoth || gender !== null) &&
    (!namesDays || (closingDate !== '' && returnDate !== ''));
  const choose = (chosen: string) => {
    setDate(chosen);
    if (chosen === '') return;
    const usual = usualDays(chosen);
    setClosingDate(usual.closingDate);
    setReturnDate(usual.returnDate);
  };
  const submit = () => {
    if (!isFilled) return;
    save.mutate({
      schoolId: school.id,
      testSessionId: session?.id ?? 0,
      testDate: date,
      startTime,
      ...(isForBoth ? { gender: gender as '1' | '2' | '3' } : {}),
      ...(namesDays ? { closingDate, returnDate } : {}),
    });
  };
  return (
    <ModalFrame
      title={session ? 'Edit session' : 'Add a new session'}
      opened
      onClose={onClose}
      busy={save.isPending}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="sm">
          <TextInput
            type="date"
            label="Date"
            withAsterisk
            data-autofocus
            value={date}
            onChange={(event) => choose(event.currentTarget.value)}
          />
          <Group align="flex-end" gap="sm" wrap="nowrap">
            <TextInput
              label="Start time"
              withAsterisk
              placeholder="9:30"
              autoComplete="off"
              maxLength={5}
              w={120}
              value={time}
              error={wasLeft && time !== '' && startTime === null ? 'Start time invalid' : null}
              onBlur={() => setLeft(true)}
              onChange={(event) => setTime(event.currentTarget.value)}
            />
            <SegmentedControl
              aria-label="AM or PM"
              data={['AM', 'PM']}
              value={half}
              onChange={(chosen) => setHalf(chosen as 'AM' | 'PM')}
            />
          </Group>
          {namesDays && (
            <Group grow gap="sm">
              <TextInput
                type="date"
                label="Closing date"
                withAsterisk
                value={closingDate}
                onChange={(event) => setClosingDate(event.currentTarget.value)}
              />
              <TextInput
                type="date"
                label="Due date"
                withAsterisk
                value={returnDate}
                onChange={(event) => setReturnDate(event.currentTarget.value)}
              />
            </Group>
          )}
          {isForBoth && (
            <Select
              label="Gender"
              withAsterisk
              data={genders}
              value={gender}
              onChange={setGender}
            />
          )}
          <CallError error={save.error} />
          <Button type="submit" disabled={!isFilled} loading={save.isPending} ml="auto">
            Save
          </Button>
        </Stack>
      </form>
    </ModalFrame>
  );
}
