import { Button, NumberInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { CallError } from '../../shared/ui/feedback.tsx';
import {
  changeCall,
  dayCall,
  leastSeats,
  leastText,
  type OfficeSession,
  sessionCall,
  sessionsCall,
  studentsText,
} from '../api.ts';
import { SessionChangedMeanwhile } from '../sessions/changed-meanwhile.tsx';
import { RoomFields } from '../sessions/room-fields.tsx';
import { areFilled, placesIn } from '../sessions/rooms.ts';
import { changeOf, valuesOf } from '../sessions/session-form.ts';

/** OM-05: sets a session's seats, directly or by rooms; not below the taken and held seats. */
export function SeatsModal({ session, onClose }: { session: OfficeSession; onClose: () => void }) {
  // as it was when the dialog opened: the page below shows later changes by others
  const [seen, setSeen] = useState(session);
  const [values, setValues] = useState(() => valuesOf(session));
  const least = leastSeats(seen);
  const isInRooms = placesIn(values.rooms).seats !== null;
  const mayBeOpen = seen.sessionType === '23';
  const change = useCommand(changeCall, {
    refreshes: [dayCall, sessionCall, sessionsCall],
    onDone: () => {
      notifications.show({ message: 'The seats were changed.' });
      onClose();
    },
  });
  const problem = change.error?.problem;
  if (change.error && problem?.code === 'session_changed' && problem.current)
    return (
      <SessionChangedMeanwhile
        error={change.error}
        seen={seen}
        mine={values}
        onTheirs={(current, theirs) => {
          setSeen(current);
          setValues(theirs);
          change.reset();
        }}
        onMine={(current, merged) => {
          setSeen(current);
          setValues(merged);
          change.mutate(changeOf(current, merged, false));
        }}
        onClose={onClose}
      />
    );
  return (
    <ModalFrame
      title="Seats"
      opened
      onClose={onClose}
      busy={change.isPending}
      foot={
        <Button
          loading={change.isPending}
          disabled={(values.seats === '' && !mayBeOpen) || !areFilled(values.rooms)}
          onClick={() => change.mutate(changeOf(seen, values, false))}
        >
          Save
        </Button>
      }
    >
      <Stack gap="sm">
        {isInRooms ? (
          <RoomFields
            locationId={seen.locationId}
            rooms={values.rooms}
            onChange={(rooms) => setValues({ ...values, rooms })}
          />
        ) : (
          <NumberInput
            label="Seats"
            description={leastText(seen)}
            data-autofocus
            min={1}
            max={500}
            allowDecimal={false}
            clampBehavior="none"
            value={values.seats}
            onChange={(seats) => setValues({ ...values, seats: seats === '' ? '' : Number(seats) })}
          />
        )}
        <Text c="dimmed" size="sm">
          {isInRooms ? `At least ${least}. ` : ''}
          {`${studentsText(seen.taken)}, ${seen.held} held.`}
        </Text>
        <CallError error={change.error} />
      </Stack>
    </ModalFrame>
  );
}
