import { Button, Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { SeriesEntry, Skippable } from '@portal/contract/sessions/office-series';
import { useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { CallError } from '../../shared/ui/feedback.tsx';
import { copyCall, sessionsCall, useLocations } from '../api.ts';
import classes from '../calendar.module.css';
import { plusDays, rangeOf } from '../views/calendar-days.ts';
import { PlannedDays } from './planned-days.tsx';
import { doneText, SkipChoice, sessionsText } from './series-modal.tsx';
import { TakenDays } from './taken-days.tsx';

/** OM-03: the sessions of some weeks are copied to later ones, first only to look at. */
export function CopyTermModal({ day, onClose }: { day: string; onClose: () => void }) {
  const [values, setValues] = useState(() => {
    const { from, to } = rangeOf('month', day);
    return {
      fromStart: from,
      fromEnd: to,
      toStart: plusDays(to, 1),
      locationId: null as string | null,
      skip: [] as Skippable[],
      asDraft: true,
    };
  });
  const [planned, setPlanned] = useState<readonly SeriesEntry[] | null>(null);
  const locations = useLocations();
  const plan = useCommand(copyCall, { onDone: ({ sessions }) => setPlanned(sessions) });
  const copy = useCommand(copyCall, {
    refreshes: [sessionsCall],
    onDone: ({ sessions }) => {
      notifications.show({ message: doneText(sessions, 'copied') });
      onClose();
    },
  });
  const ask = (dryRun: boolean) => {
    const { locationId, ...rest } = values;
    const branch = locationId === null ? {} : { locationId: Number(locationId) };
    (dryRun ? plan : copy).mutate({ ...rest, ...branch, dryRun });
  };
  const errorAt = (path: string) =>
    plan.error?.problem.errors?.find((one) => one.path === path)?.message;
  const dayField = (field: 'fromStart' | 'fromEnd' | 'toStart', label: string, hint?: string) => (
    <TextInput
      type="date"
      label={label}
      description={hint}
      withAsterisk
      value={values[field]}
      error={errorAt(field)}
      onChange={({ currentTarget: { value } }) => setValues({ ...values, [field]: value })}
    />
  );
  const { fromStart, fromEnd, toStart } = values;
  const isFilled = fromStart !== '' && fromEnd !== '' && toStart !== '';
  if (planned)
    return (
      <ModalFrame
        title="Copy term"
        opened
        onClose={onClose}
        busy={copy.isPending}
        width={640}
        foot={
          <>
            <Button
              variant="default"
              disabled={copy.isPending}
              onClick={() => {
                copy.reset();
                setPlanned(null);
              }}
            >
              Back
            </Button>
            <Button loading={copy.isPending} onClick={() => ask(false)}>
              {`Copy ${sessionsText(planned.filter(({ made }) => made).length)}`}
            </Button>
          </>
        }
      >
        <PlannedDays entries={planned} />
        <CallError error={copy.error} />
        <TakenDays error={copy.error} />
      </ModalFrame>
    );
  return (
    <ModalFrame
      title="Copy term"
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
        <div className={classes.two}>
          {dayField('fromStart', 'First day')}
          {dayField('fromEnd', 'Last day')}
        </div>
        {dayField('toStart', 'Copy to the week of', 'Each session keeps its weekday.')}
        <Select
          label="Branch"
          placeholder="All"
          clearable
          data={(locations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={values.locationId}
          onChange={(locationId) => setValues({ ...values, locationId })}
        />
        <SkipChoice skip={values.skip} onSkip={(skip) => setValues({ ...values, skip })} />
        <Checkbox
          label="As drafts, which only staff see"
          checked={values.asDraft}
          onChange={(event) => setValues({ ...values, asDraft: event.currentTarget.checked })}
        />
        <CallError error={plan.error} />
        <TakenDays error={plan.error} />
      </Stack>
    </ModalFrame>
  );
}
