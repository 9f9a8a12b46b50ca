import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { SeriesEntry, Skippable } from '@portal/contract/sessions/office-series';
import { useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { CallError } from '../../shared/ui/feedback.tsx';
import { seriesCall, sessionsCall } from '../api.ts';
import classes from '../calendar.module.css';
import { isSaidAtFields, SessionFields } from '../sessions/session-fields.tsx';
import { emptySession, isComplete, type SessionValues } from '../sessions/session-form.ts';
import { plusDays, weekdayOf } from '../views/calendar-days.ts';
import { PlannedDays } from './planned-days.tsx';
import {
  countLeft,
  type Exceptions,
  newSeries,
  type SeriesValues,
  skipTexts,
} from './series-form.ts';
import { TakenDays } from './taken-days.tsx';

/** In the order of the calendar, by the numbers of the call: 1 is Monday. */
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].map((label, at) => ({
  value: String(at || 7),
  label,
}));
const everyTexts = [
  { value: '1', label: 'Each week' },
  { value: '2', label: 'Every 2 weeks' },
  { value: '3', label: 'Every 3 weeks' },
  { value: '4', label: 'Every 4 weeks' },
];
const WEEKS = 8;
const markedFields = [
  'endDate',
  'template.testSessionTime',
  'testSessionTime',
  'template.seats',
  'seats',
  'template.closingDate',
  'closingDate',
];

export const sessionsText = (count: number): string => `${count} session${count === 1 ? '' : 's'}`;

/** '1 session was added.', after something was done to so many. */
export const doneText = (sessions: readonly SeriesEntry[], done: string): string => {
  const count = sessions.filter(({ made }) => made).length;
  return `${sessionsText(count)} ${count === 1 ? 'was' : 'were'} ${done}.`;
};

/** OM-02: a weekly series, first the facts of its sessions and then its days. */
export function SeriesModal({ day, onClose }: { day: string; onClose: () => void }) {
  const [session, setSession] = useState<SessionValues>(() => emptySession(day));
  const [when, setWhen] = useState<SeriesValues>({
    endDate: plusDays(day, 7 * (WEEKS - 1)),
    weekdays: [String(weekdayOf(day) || 7)],
    everyWeeks: 1,
    skip: [],
  });
  const [planned, setPlanned] = useState<readonly SeriesEntry[] | null>(null);
  const [exceptions, setExceptions] = useState<Exceptions>({});
  const plan = useCommand(seriesCall, { onDone: ({ sessions }) => setPlanned(sessions) });
  const make = useCommand(seriesCall, {
    refreshes: [sessionsCall],
    onDone: ({ sessions }) => {
      notifications.show({ message: doneText(sessions, 'added') });
      onClose();
    },
  });
  const left = planned ? countLeft(planned, exceptions) : 0;
  const ask = (dryRun: boolean, draft = true, leftOut: Exceptions = exceptions) => {
    const request = newSeries(session, when, {
      exceptions: leftOut,
      draft,
      dryRun,
    });
    (dryRun ? plan : make).mutate(request);
  };
  const isFilled = isComplete(session) && when.endDate !== '' && when.weekdays.length > 0;
  const errors = plan.error?.problem.errors;
  const errorAt = (path: string) =>
    errors?.find((one) => [path, `template.${path}`].includes(one.path))?.message;
  if (planned)
    return (
      <ModalFrame
        title="Add series"
        opened
        onClose={onClose}
        busy={make.isPending}
        width={640}
        foot={
          <>
            <Button
              variant="default"
              disabled={make.isPending}
              onClick={() => {
                make.reset();
                setPlanned(null);
                setExceptions({});
              }}
            >
              Back
            </Button>
            <Button
              variant="default"
              disabled={left === 0 || make.isPending}
              onClick={() => ask(false)}
            >
              Make as drafts
            </Button>
            <Button
              disabled={left === 0}
              loading={make.isPending}
              onClick={() => ask(false, false)}
            >
              {`Make ${sessionsText(left)}`}
            </Button>
          </>
        }
      >
        <PlannedDays entries={planned} exceptions={exceptions} onExceptions={setExceptions} />
        <CallError error={make.error} />
        <TakenDays error={make.error} />
      </ModalFrame>
    );
  return (
    <ModalFrame
      title="Add series"
      opened
      onClose={onClose}
      busy={plan.isPending}
      width={640}
      foot={
        <Button disabled={!isFilled} loading={plan.isPending} onClick={() => ask(true)}>
          Show days
        </Button>
      }
    >
      <Stack gap="sm">
        <SessionFields
          values={session}
          seen={null}
          dateLabel="First day"
          errorAt={errorAt}
          onChange={(changed) => setSession({ ...session, ...changed })}
        />
        <div className={classes.two}>
          <TextInput
            type="date"
            label="Last day"
            withAsterisk
            value={when.endDate}
            error={errorAt('endDate')}
            onChange={(event) => setWhen({ ...when, endDate: event.currentTarget.value })}
          />
          <Select
            label="How often"
            data={everyTexts}
            value={String(when.everyWeeks)}
            onChange={(weeks) => setWhen({ ...when, everyWeeks: Number(weeks ?? 1) })}
          />
        </div>
        <Checkbox.Group
          label="Days"
          size="xs"
          value={when.weekdays}
          onChange={(days) => setWhen({ ...when, weekdays: days })}
        >
          <Group gap="sm" mt={4}>
            {weekdays.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Group>
        </Checkbox.Group>
        <SkipChoice skip={when.skip} onSkip={(skip) => setWhen({ ...when, skip })} />
        <CallError error={isSaidAtFields(errors, markedFields) ? null : plan.error} />
        <TakenDays
          error={plan.error}
          onLeaveOut={(days) => {
            const leftOut = Object.fromEntries(days.map((one) => [one, { time: null }]));
            setExceptions(leftOut);
            ask(true, true, leftOut);
          }}
        />
      </Stack>
    </ModalFrame>
  );
}

/** Which kinds of days are left out besides Sabbaths and yom tov. */
export const SkipChoice = ({
  skip,
  onSkip,
}: {
  skip: Skippable[];
  onSkip: (skip: Skippable[]) => void;
}) => (
  <Checkbox.Group
    label="Leave out too"
    description="Sabbaths and yom tov are always left out."
    size="xs"
    value={skip}
    onChange={(chosen) => onSkip(chosen as Skippable[])}
  >
    <Group gap="sm" mt={4}>
      {skipTexts.map(({ value, label }) => (
        <Checkbox key={value} value={value} label={label} />
      ))}
    </Group>
  </Checkbox.Group>
);
