import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import type { CallFailure } from '../shared/api/client.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import {
  addCall,
  changeCall,
  genderTexts,
  type OfficeSession,
  sessionCall,
  sessionsCall,
  typeTexts,
  useLocations,
  useSchools,
} from './api.ts';
import classes from './calendar.module.css';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import {
  changeOf,
  emptySession,
  newSession,
  type SessionValues,
  valuesOf,
  withMine,
} from './session-form.ts';

interface SessionFormModalProps {
  /** Null: a new one. */
  session: OfficeSession | null;
  /** Of a new one. */
  day: string;
  onClose: () => void;
}

const genders = Object.entries(genderTexts).map(([value, label]) => ({ value, label }));
const kinds = Object.entries(typeTexts).map(([value, label]) => ({ value, label }));
/** Fields that show what is wrong with them. */
const marked = ['date', 'testSessionTime', 'seats', 'closingDate'];
const refreshes = [sessionsCall, sessionCall];

/** OM-01: a session, new or changed. */
export function SessionFormModal({ session, day, onClose }: SessionFormModalProps) {
  const [seen, setSeen] = useState(session);
  const [values, setValues] = useState<SessionValues>(() =>
    session ? valuesOf(session) : emptySession(day),
  );
  const locations = useLocations();
  const schools = useSchools(true);
  const add = useCommand(addCall, {
    refreshes,
    onDone: ({ session: made }) => {
      notifications.show({
        message: made.state === 'draft' ? 'The draft was saved.' : 'The session was added.',
      });
      onClose();
    },
  });
  const change = useCommand(changeCall, {
    refreshes,
    onDone: () => {
      notifications.show({ message: 'The session was changed.' });
      onClose();
    },
  });
  const { isPending, error } = session ? change : add;
  const problem = (error as CallFailure | null)?.problem;
  const isLeftOut = problem?.code === 'day_left_out';
  const set = (changed: Partial<SessionValues>) => {
    // another day has to be confirmed by itself
    if (isLeftOut && changed.date !== undefined) (session ? change : add).reset();
    setValues({ ...values, ...changed });
  };
  const isShownAtFields = problem?.errors?.every(({ path }) => marked.includes(path)) === true;
  const errorAt = (path: string) => problem?.errors?.find((one) => one.path === path)?.message;
  const isElsewhereFixed = seen !== null && seen.taken + seen.held > 0;
  const isFilled =
    values.date !== '' &&
    values.time !== '' &&
    (values.kind !== '21' || (values.locationId !== null && values.seats !== '')) &&
    (values.kind !== '22' || values.schoolId !== null);
  const save = (draft: boolean, confirmDay = false) => {
    if (!isFilled) return;
    if (seen) change.mutate(changeOf(seen, values, confirmDay));
    else add.mutate(newSession(values, { draft, confirmDay }));
  };
  if (problem?.code === 'session_changed' && problem.current)
    return (
      <ChangedMeanwhile
        sentence={error?.message ?? ''}
        changes={problem.changes ?? []}
        mine={values}
        onTheirs={() => {
          const current = problem.current as OfficeSession;
          setSeen(current);
          setValues(valuesOf(current));
          change.reset();
        }}
        onMine={() => {
          const current = problem.current as OfficeSession;
          const mine = withMine(current, seen ?? current, values);
          setValues(mine);
          setSeen(current);
          change.mutate(changeOf(current, mine, change.variables?.confirmDay === true));
        }}
        onClose={onClose}
      />
    );
  return (
    <ModalFrame
      title={session ? 'Edit session' : 'Add session'}
      opened
      onClose={onClose}
      busy={isPending}
      width={640}
      foot={
        <>
          {!session && (
            <Button
              variant="default"
              disabled={!isFilled || isPending}
              onClick={() => save(true, isLeftOut)}
            >
              Save as draft
            </Button>
          )}
          <Button disabled={!isFilled} loading={isPending} onClick={() => save(false, isLeftOut)}>
            {isLeftOut ? 'Use this day anyway' : session ? 'Save' : 'Publish'}
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        {!session && (
          <SegmentedControl
            aria-label="Kind"
            data={kinds}
            value={values.kind}
            onChange={(kind) => set({ kind: kind as SessionValues['kind'] })}
          />
        )}
        <div className={classes.two}>
          <TextInput
            type="date"
            label="Date"
            withAsterisk
            data-autofocus
            disabled={isElsewhereFixed}
            value={values.date}
            error={errorAt('date')}
            onChange={(event) => set({ date: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label="Start (New York)"
            withAsterisk
            disabled={isElsewhereFixed}
            value={values.time}
            error={errorAt('testSessionTime')}
            onChange={(event) => set({ time: event.currentTarget.value })}
          />
        </div>
        {values.kind === '21' && (
          <div className={classes.two}>
            <Select
              label="Branch"
              withAsterisk
              disabled={isElsewhereFixed}
              data={(locations.data ?? []).map(({ id, name }) => ({
                value: String(id),
                label: name,
              }))}
              value={values.locationId === null ? null : String(values.locationId)}
              onChange={(id) => set({ locationId: id === null ? null : Number(id) })}
            />
            <NumberInput
              label="Seats"
              size="xs"
              withAsterisk
              min={1}
              max={500}
              clampBehavior="none"
              value={values.seats}
              error={errorAt('seats')}
              description={seen ? `At least ${Math.max(1, seen.taken + seen.held)}` : undefined}
              onChange={(seats) => set({ seats: seats === '' ? '' : Number(seats) })}
            />
          </div>
        )}
        {values.kind === '22' && (
          <Select
            label="School"
            withAsterisk
            searchable
            disabled={session !== null}
            data={(schools.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            value={values.schoolId === null ? null : String(values.schoolId)}
            onChange={(id) => set({ schoolId: id === null ? null : Number(id) })}
          />
        )}
        {values.kind === '23' && (
          <TextInput
            label="Address"
            maxLength={200}
            disabled={session !== null}
            value={values.address}
            onChange={(event) => set({ address: event.currentTarget.value })}
          />
        )}
        <div className={classes.two}>
          <Select
            label="For"
            withAsterisk
            data={genders}
            value={values.gender}
            onChange={(gender) => set({ gender: (gender ?? '3') as SessionValues['gender'] })}
          />
          <TextInput
            label="Proctor"
            maxLength={100}
            autoComplete="off"
            value={values.proctor}
            onChange={(event) => set({ proctor: event.currentTarget.value })}
          />
        </div>
        <div className={classes.two}>
          <TextInput
            type="date"
            label="Closing date"
            value={values.closingDate}
            error={errorAt('closingDate')}
            onChange={(event) => set({ closingDate: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label="Closing time"
            disabled={values.closingDate === ''}
            value={values.closingTime}
            onChange={(event) => set({ closingTime: event.currentTarget.value })}
          />
        </div>
        <TextInput
          label="Title"
          maxLength={100}
          value={values.title}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
        <Textarea
          label="Remark"
          description="Only the office reads it."
          size="xs"
          maxLength={500}
          value={values.remark}
          onChange={(event) => set({ remark: event.currentTarget.value })}
        />
        <Group>
          <Checkbox
            label="One exam for each student"
            checked={values.limitTo1Test}
            onChange={(event) => set({ limitTo1Test: event.currentTarget.checked })}
          />
        </Group>
        <CallError error={isShownAtFields ? null : error} />
      </Stack>
    </ModalFrame>
  );
}
