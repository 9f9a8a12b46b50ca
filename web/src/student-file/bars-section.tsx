import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { can } from '@portal/access/can';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { creditsCall, fileCall, historyCall, recordCall } from '../shared/api/student.ts';
import { examsCall } from '../shared/exams/exam-rows.ts';
import { instantText } from '../shared/format/dates.ts';
import { readSession } from '../shared/session/session.ts';
import { CallError } from '../shared/ui/feedback.tsx';
import type { Bar, BarLevel } from './api.ts';
import { barText } from './bar-words.ts';
import { elsewhere, errorAt } from './field-errors.ts';
import classes from './student-file.module.css';

const refreshes = [fileCall, historyCall, recordCall, creditsCall, examsCall];
const MAX_REASON = 500;
const choices: readonly { level: BarLevel; label: string; hint: string }[] = [
  { level: 'buying', label: 'Buying', hint: 'No credits, packages or new exams' },
  { level: 'booking', label: 'Booking', hint: 'No sessions and no exams online' },
  { level: 'sign_in', label: 'Signing in', hint: 'Open sessions end at once' },
];
const stateTexts: Readonly<Record<Bar['state'], string>> = {
  in_force: 'In force',
  ended: 'Ended',
  lifted: 'Lifted',
};

/** The student's current and past bars. R-551 */
export function BarsSection({ bars }: { bars: readonly Bar[] }) {
  const [isAdding, setAdding] = useState(false);
  const mayBar = can(readSession(), 'student.bar');
  return (
    <section aria-label="Bars">
      <div className={classes.head}>
        <h2>Bars</h2>
        {mayBar && !isAdding && (
          <Button variant="default" onClick={() => setAdding(true)}>
            Add bar
          </Button>
        )}
      </div>
      {isAdding && <BarForm onClose={() => setAdding(false)} />}
      {bars.length === 0 && !isAdding && <Text c="dimmed">No bars.</Text>}
      <ul className={classes.list}>
        {bars.map((bar) => (
          <li key={bar.barId}>
            <BarEntry bar={bar} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A bar with its reason, and the way to lift it. */
function BarEntry({ bar }: { bar: Bar }) {
  const { reason, setBy, setAt, liftedBy, liftedAt, state, actions } = bar;
  const [isLifting, setLifting] = useState(false);
  return (
    <Stack gap={4}>
      <Text className={state === 'in_force' ? classes.barred : classes.over}>
        {barText(bar)} <span className={classes.by}>{stateTexts[state]}</span>
      </Text>
      {reason !== null && (
        <p className={classes.note}>
          <bdi>{reason}</bdi>
        </p>
      )}
      <Text c="dimmed" size="xs">
        <bdi>{setBy}</bdi>, {instantText(setAt)}
        {liftedAt !== null && (
          <>
            . Lifted by <bdi>{liftedBy}</bdi>, {instantText(liftedAt)}
          </>
        )}
      </Text>
      {isLifting ? (
        <LiftForm bar={bar} onClose={() => setLifting(false)} />
      ) : (
        actions.includes('lift') && (
          <div className={classes.actions}>
            <Button variant="subtle" onClick={() => setLifting(true)}>
              Lift
            </Button>
          </div>
        )
      )}
    </Stack>
  );
}

function LiftForm({ bar, onClose }: { bar: Bar; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const lift = useCommand(api.setBar, { refreshes, onDone: onClose });
  const isFilled = reason.trim().length >= 3;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isFilled && !lift.isPending) lift.mutate({ barId: bar.barId, lift: true, reason });
  };
  return (
    <form onSubmit={submit} className={classes.form} aria-label="Lift bar">
      <Textarea
        label="Why it is lifted"
        value={reason}
        maxLength={MAX_REASON}
        autoFocus
        error={errorAt(lift.error, 'reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <CallError error={elsewhere(lift.error, ['reason'])} />
      <div className={classes.actions}>
        <Button type="submit" disabled={!isFilled} loading={lift.isPending}>
          Lift
        </Button>
        <Button variant="default" disabled={lift.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** OM-13: a new bar. */
function BarForm({ onClose }: { onClose: () => void }) {
  const [levels, setLevels] = useState<BarLevel[]>(['buying', 'booking']);
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  const set = useCommand(api.setBar, { refreshes, onDone: onClose });
  const isFilled = levels.length > 0 && reason.trim().length >= 3;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isFilled || set.isPending) return;
    set.mutate({ levels, reason, ...(until === '' ? {} : { until }) });
  };
  return (
    <form onSubmit={submit} className={classes.form} aria-label="Add bar">
      <Checkbox.Group
        label="Bar from"
        value={levels}
        error={errorAt(set.error, 'levels')}
        onChange={(chosen) => setLevels(chosen as BarLevel[])}
      >
        <Group gap="sm" mt={4}>
          {choices.map(({ level, label, hint }) => (
            <Checkbox key={level} value={level} label={label} description={hint} />
          ))}
        </Group>
      </Checkbox.Group>
      <TextInput
        type="date"
        label="Last day (optional)"
        description="It ends by itself at the end of this day. Empty: no end."
        value={until}
        error={errorAt(set.error, 'until')}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
      <Textarea
        label="Reason"
        description="Only the office sees it, never the student."
        value={reason}
        maxLength={MAX_REASON}
        error={errorAt(set.error, 'reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Text c="dimmed" size="xs">
        What is booked already goes on. Nobody registers, buys or books over a bar, staff neither.
      </Text>
      <CallError error={elsewhere(set.error, ['levels', 'until', 'reason'])} />
      <div className={classes.actions}>
        <Button type="submit" disabled={!isFilled} loading={set.isPending}>
          Save
        </Button>
        <Button variant="default" disabled={set.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
