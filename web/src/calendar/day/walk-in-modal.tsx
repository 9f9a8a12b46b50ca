import { Button, Checkbox, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { can } from '@portal/access/can';
import { useState } from 'react';
import { useAnswer, useCommand } from '../../shared/api/calls.ts';
import { api } from '../../shared/api/client.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { money } from '../../shared/format/money.ts';
import { readSession } from '../../shared/session/session.ts';
import { CallError } from '../../shared/ui/feedback.tsx';
import { dayCall, type OfficeSession, sessionCall, walkInCall } from '../api.ts';

const MINUTE = 60_000;
const TYPING_MS = 250;

/** From 60 minutes before to 30 minutes after the start. R-523 */
export const isWalkInTime = ({ startsAt }: OfficeSession, now = Date.now()): boolean => {
  const start = Date.parse(startsAt);
  return now >= start - 60 * MINUTE && now <= start + 30 * MINUTE;
};

/** OM-07: somebody stands at the door with an exam and without a place. */
export function WalkInModal({ session, onClose }: { session: OfficeSession; onClose: () => void }) {
  const [query, setQuery] = useState('');
  const [asked] = useDebouncedValue(query.trim(), TYPING_MS);
  const [studentId, setStudentId] = useState<number | null>(null);
  const [registrationId, setRegistrationId] = useState<string | null>(null);
  const [overrideRoom, setOverrideRoom] = useState(false);
  const found = useAnswer(api.suggestStudents, { query: asked }, { enabled: asked.length > 1 });
  const student = useAnswer(
    api.getStudent,
    { studentId: studentId ?? 0, isTtiMember: false },
    { enabled: studentId !== null },
  );
  const add = useCommand(walkInCall, {
    refreshes: [dayCall, sessionCall],
    onDone: ({ row }) => {
      notifications.show({ message: `${row.name} - arrived` });
      onClose();
    },
  });
  const open = (student.data?.student.registrations ?? []).filter(
    (one) => one.active && !one.examTaken,
  );
  const problem = add.error?.problem;
  const submit = () =>
    add.mutate({
      ...{ testSessionId: session.testSessionId, registrationId: Number(registrationId) },
      studentId: studentId as number,
      ...(overrideRoom ? { overrideRoom } : {}),
    } as Parameters<typeof add.mutate>[0]);
  return (
    <ModalFrame
      title="Add walk-in"
      opened
      onClose={onClose}
      busy={add.isPending}
      foot={
        <Button
          loading={add.isPending}
          disabled={studentId === null || registrationId === null}
          onClick={submit}
        >
          Add walk-in
        </Button>
      }
    >
      <Stack gap="sm">
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
            add.reset();
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
            onChange={setRegistrationId}
          />
        )}
        <CallError error={student.error} />
        {problem?.code === 'no_room_for_accommodation' &&
          can(readSession(), 'room_rule.override') && (
            <Checkbox
              label="Book without the room that the student needs"
              checked={overrideRoom}
              onChange={(event) => setOverrideRoom(event.currentTarget.checked)}
            />
          )}
        <CallError error={add.error} />
        {problem?.code === 'fees_due' && (
          <Text role="status">{`${money(Number(problem.proctorFee ?? 0))} has to be paid first.`}</Text>
        )}
      </Stack>
    </ModalFrame>
  );
}
