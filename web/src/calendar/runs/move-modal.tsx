import { Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { CallInput } from '@portal/contract/call';
import type { MovePreview, moveOfficeSession } from '@portal/contract/runs/session-runs';
import { useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { longSessionText, shortDayText } from '../../shared/format/dates.ts';
import { placeOf } from '../../shared/format/office-place.ts';
import type { RunResult } from '../../shared/runs/run-view.tsx';
import { CallError } from '../../shared/ui/feedback.tsx';
import {
  moveCall,
  type OfficeSession,
  sessionCall,
  sessionsCall,
  studentsText,
  useLocations,
} from '../api.ts';
import classes from '../calendar.module.css';
import { RoomFields } from '../sessions/room-fields.tsx';
import { areFilled, areSameRooms, roomsOf, sentRooms } from '../sessions/rooms.ts';
import { isSaidAtFields } from '../sessions/session-fields.tsx';
import { withoutUndefined } from '../sessions/without-undefined.ts';
import { MailText } from './mail-text.tsx';
import { type BegunRun, MessageField, RunGoesOn, SessionChanged } from './run-frames.tsx';

type Move = CallInput<typeof moveOfficeSession>;

interface MoveModalProps {
  session: OfficeSession;
  /** Where it was dragged to; else its own day. */
  day?: string | undefined;
  /** The hour that it was dragged to (HH:mm); else its own. */
  time?: string | undefined;
  onClose: () => void;
}

/** Fields that show their own errors. */
const marked = ['date', 'testSessionTime', 'locationId', 'rooms'];

/** OM-04: moves a session with all its students, after a preview. */
export function MoveModal({ session, day, time, onClose }: MoveModalProps) {
  const [seen, setSeen] = useState(session);
  const [values, setValues] = useState({
    date: day ?? session.date,
    time: time ?? session.testSessionTime,
    locationId: session.locationId,
    rooms: roomsOf(session),
    closingDate: '',
    message: '',
  });
  const [preview, setPreview] = useState<MovePreview | null>(null);
  const [isDayMeant, setDayMeant] = useState(false);
  const [run, setRun] = useState<BegunRun | null>(null);
  const locations = useLocations();
  const plan = useCommand(moveCall, {
    onDone: (answer) => {
      if (answer.state === 'preview') setPreview(answer);
    },
  });
  const finish = (result: Extract<RunResult, { kind: 'move' }>) => {
    notifications.show({ message: movedText(result) });
    onClose();
  };
  const move = useCommand(moveCall, {
    refreshes: [sessionsCall, sessionCall],
    onDone: (answer) => {
      if (answer.state === 'processing') setRun({ id: answer.runId, total: answer.total });
      if (answer.state === 'finished') finish(answer);
    },
  });
  const planProblem = plan.error?.problem;
  const isLeftOut = planProblem?.code === 'day_left_out';
  const set = (changed: Partial<typeof values>) => {
    if (changed.date !== undefined) {
      plan.reset();
      setDayMeant(false);
    }
    setValues({ ...values, ...changed });
  };
  const stays = values.locationId === seen.locationId;
  const request = (confirmDay: boolean): Move =>
    withoutUndefined({
      testSessionId: seen.testSessionId,
      version: seen.version,
      date: values.date,
      testSessionTime: values.time,
      locationId: stays ? undefined : (values.locationId ?? undefined),
      rooms: areSameRooms(values.rooms, stays ? roomsOf(seen) : [])
        ? undefined
        : sentRooms(values.rooms),
      closingDate: values.closingDate || undefined,
      message: values.message.trim() || undefined,
      confirmDay: confirmDay || undefined,
    }) as Move;
  const look = (confirmDay: boolean) => {
    setDayMeant(confirmDay);
    plan.mutate({ ...request(confirmDay), dryRun: true });
  };
  const errorAt = (path: string) => planProblem?.errors?.find((one) => one.path === path)?.message;
  const shownFields = seen.closingDate === null ? marked : [...marked, 'closingDate'];
  const branchName = (id: number | null) =>
    locations.data?.find((one) => one.id === id)?.name ?? placeOf(session);

  const changed = [plan, move].find(({ error }) => error?.problem.code === 'session_changed');
  if (changed?.error)
    return (
      <SessionChanged
        title="Move session"
        onClose={onClose}
        error={changed.error}
        onLookAgain={(current) => {
          setSeen(current);
          setPreview(null);
          plan.reset();
          move.reset();
        }}
      />
    );
  if (run)
    return (
      <RunGoesOn
        title="Move session"
        onClose={onClose}
        run={run}
        onDone={(result) => result.kind === 'move' && finish(result)}
      />
    );
  if (preview) {
    const renewed =
      move.error?.problem.code === 'preview_outdated'
        ? (move.error.problem.current as MovePreview)
        : null;
    const shown = renewed ?? preview;
    return (
      <ModalFrame
        title="Move session"
        opened
        onClose={onClose}
        busy={move.isPending}
        width={640}
        foot={
          <>
            <Button
              variant="default"
              disabled={move.isPending}
              onClick={() => {
                move.reset();
                setPreview(null);
              }}
            >
              Back
            </Button>
            <Button
              loading={move.isPending}
              onClick={() => {
                setPreview(shown);
                move.mutate({ ...request(isDayMeant), previewHash: shown.previewHash });
              }}
            >
              Move session
            </Button>
          </>
        }
      >
        <Stack gap="sm">
          <dl className={classes.facts}>
            <dt>Now</dt>
            <dd>
              <bdi>{`${longSessionText(seen.date, seen.testSessionTime)}, ${placeOf(seen)}`}</bdi>
            </dd>
            <dt>New</dt>
            <dd>
              <bdi>{`${longSessionText(values.date, values.time)}, ${branchName(values.locationId)}`}</bdi>
            </dd>
            {shown.marks.length > 0 && (
              <>
                <dt>Day</dt>
                <dd>{shown.marks.map(({ name }) => name).join(', ')}</dd>
              </>
            )}
          </dl>
          <Text size="md" fw={600} role="status">
            {`${studentsText(shown.students)} will be told`}
          </Text>
          {shown.clashes.length > 0 && (
            <section className={classes.clashes} aria-label="Cannot move along">
              <Text>They leave the session, keep exam and fee, and are told so:</Text>
              <ul>
                {shown.clashes.map(({ studentId, name, why }) => (
                  <li key={studentId}>
                    <bdi>{name}</bdi>
                    <span className={classes.why}>{why}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <InLine {...shown} />
          {shown.students > 0 && <MailText text={shown.mailText} />}
          <CallError error={move.error} />
        </Stack>
      </ModalFrame>
    );
  }
  return (
    <ModalFrame
      title="Move session"
      opened
      onClose={onClose}
      busy={plan.isPending}
      width={640}
      foot={
        <Button
          disabled={values.date === '' || values.time === '' || !areFilled(values.rooms)}
          loading={plan.isPending}
          onClick={() => look(isLeftOut)}
        >
          {isLeftOut ? 'Use this day anyway' : 'Show who is affected'}
        </Button>
      }
    >
      <Stack gap="sm">
        <Text>
          <bdi>{`Now: ${longSessionText(seen.date, seen.testSessionTime)}, ${placeOf(seen)}`}</bdi>
        </Text>
        <div className={classes.two}>
          <TextInput
            type="date"
            label="New date"
            withAsterisk
            data-autofocus
            value={values.date}
            error={errorAt('date')}
            onChange={(event) => set({ date: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label="New start (New York)"
            withAsterisk
            value={values.time}
            error={errorAt('testSessionTime')}
            onChange={(event) => set({ time: event.currentTarget.value })}
          />
        </div>
        {session.sessionType === '21' && (
          <Select
            label="Branch"
            withAsterisk
            allowDeselect={false}
            data={(locations.data ?? []).map(({ id, name }) => ({
              value: String(id),
              label: name,
            }))}
            value={values.locationId === null ? null : String(values.locationId)}
            error={errorAt('locationId')}
            onChange={(id) =>
              set({
                locationId: id === null ? null : Number(id),
                rooms: Number(id) === seen.locationId ? roomsOf(seen) : [],
              })
            }
          />
        )}
        {session.sessionType === '21' && (
          <RoomFields
            locationId={values.locationId}
            rooms={values.rooms}
            error={errorAt('rooms')}
            onChange={(rooms) => set({ rooms })}
          />
        )}
        {seen.closingDate !== null && (
          <TextInput
            type="date"
            label="Closing date"
            description={`Empty: as many days before as now (${shortDayText(seen.closingDate)})`}
            value={values.closingDate}
            error={errorAt('closingDate')}
            onChange={(event) => set({ closingDate: event.currentTarget.value })}
          />
        )}
        <MessageField value={values.message} onChange={(message) => set({ message })} />
        <CallError error={isSaidAtFields(planProblem?.errors, shownFields) ? null : plan.error} />
      </Stack>
    </ModalFrame>
  );
}

/** The consequences for students on the waiting list. */
function InLine({ waiting, offers }: Pick<MovePreview, 'waiting' | 'offers'>) {
  const texts = [
    ...(waiting > 0 ? [`${waiting} in line, who keep their places.`] : []),
    ...(offers > 0 ? [`${offers} offered a place, which is offered again at the new time.`] : []),
  ];
  return texts.length === 0 ? null : <Text>{`Waiting list: ${texts.join(' ')}`}</Text>;
}

/** 'The session was moved. 2 exams could not move along.' */
function movedText({ left }: Extract<RunResult, { kind: 'move' }>): string {
  const rest = left === 1 ? '1 exam could not move along.' : `${left} exams could not move along.`;
  return left === 0 ? 'The session was moved.' : `The session was moved. ${rest}`;
}
