import { Button, Checkbox, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { STAFF_ROLES, titleOf } from '@portal/access/roles';
import { useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { useWarnBeforeLeaving } from '../shared/forms/use-call-form.ts';
import { ChangedMeanwhile } from '../shared/history/changed-meanwhile.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import { type Settings, saveSettingsCall, settingsCall } from './api.ts';
import {
  changedByEither,
  differing,
  FIELDS,
  type SettingValues,
  titles,
  typedOver,
  valuesOf,
  words,
} from './setting-values.ts';
import classes from './settings.module.css';

const LastChange = ({ changedBy }: Pick<Settings, 'changedBy'>) =>
  changedBy !== null && (
    <Text c="dimmed" size="sm">
      Last changed by <bdi>{changedBy}</bdi>
    </Text>
  );

interface SettingsFormProps {
  known: Settings;
  mayEdit: boolean;
}

/** The fields of C-O65; text for staff who may not change them. */
export function SettingsForm({ known, mayEdit }: SettingsFormProps) {
  if (mayEdit) return <EditedSettings known={known} />;
  const values = valuesOf(known);
  return (
    <div className={classes.card}>
      <dl className={classes.facts}>
        {FIELDS.map((field) => (
          <div key={field}>
            <dt>{titles[field]}</dt>
            <dd>{words(values, field)}</dd>
          </div>
        ))}
      </dl>
      <LastChange changedBy={known.changedBy} />
    </div>
  );
}

function EditedSettings({ known }: { known: Settings }) {
  const [seen, setSeen] = useState(known);
  const [values, setValues] = useState(() => valuesOf(known));
  const set = (changed: Partial<SettingValues>) => setValues({ ...values, ...changed });
  const isChanged = differing(valuesOf(seen), values).length > 0;
  useWarnBeforeLeaving(isChanged);
  const save = useCommand(saveSettingsCall, {
    refreshes: [settingsCall],
    onDone: (saved) => {
      setSeen(saved);
      setValues(valuesOf(saved));
      notifications.show({ message: 'The settings were saved.' });
    },
  });
  const send = (input: SettingValues, { version }: Settings) =>
    save.mutate({ ...input, twoFactorRoles: [...input.twoFactorRoles], version });
  const problem = save.error?.problem;
  const current = problem?.code === 'changed' ? (problem.current as Settings) : undefined;
  const errors = problem?.errors ?? [];
  const errorAt = (field: string) =>
    errors.find(({ path }) => path.split('.')[0] === field)?.message ?? null;
  const isSaidAtFields =
    errors.length > 0 && errors.every(({ path }) => (path.split('.')[0] ?? '') in values);
  return (
    <form
      noValidate
      className={classes.card}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) send(values, seen);
      }}
    >
      <Stack gap="lg">
        <Switch
          label={titles.waitingList}
          description="Students can wait for a full session."
          checked={values.waitingList}
          onChange={(event) => set({ waitingList: event.currentTarget.checked })}
        />
        <TextInput
          label={titles.offerHours}
          description="How long a place that came free is held for the next student. 1 to 72."
          className={classes.number}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          value={values.offerHours}
          error={errorAt('offerHours')}
          onChange={(event) => set({ offerHours: event.currentTarget.value })}
        />
        <TextInput
          label={titles.lowBalance}
          description="Schools below it are named on the overview."
          className={classes.number}
          inputMode="decimal"
          autoComplete="off"
          leftSection="$"
          maxLength={10}
          value={values.lowBalance}
          error={errorAt('lowBalance')}
          onChange={(event) => set({ lowBalance: event.currentTarget.value })}
        />
        <Checkbox.Group
          label={titles.twoFactorRoles}
          description="Who has one of these roles signs in with a passkey or a code as well."
          value={[...values.twoFactorRoles]}
          onChange={(twoFactorRoles) => set({ twoFactorRoles })}
          error={errorAt('twoFactorRoles')}
        >
          <Group gap="sm" mt="xs">
            {STAFF_ROLES.map((role) => (
              <Checkbox key={role} value={role} label={titleOf(role)} />
            ))}
          </Group>
        </Checkbox.Group>
        <CallError error={current || isSaidAtFields ? null : save.error} />
        <Group justify="space-between">
          <LastChange changedBy={seen.changedBy} />
          <Button type="submit" disabled={!isChanged} loading={save.isPending} ml="auto">
            Save
          </Button>
        </Group>
      </Stack>
      {current && (
        <ChangedMeanwhile
          sentence={save.error?.message ?? ''}
          rows={changedByEither(valuesOf(current), valuesOf(seen), values).map((field) => ({
            field: titles[field],
            theirs: words(valuesOf(current), field),
            // the values that 'Use mine' saves, not the earlier content of the form
            yours: words(typedOver(valuesOf(current), valuesOf(seen), values), field),
          }))}
          onTheirs={() => {
            setSeen(current);
            setValues(valuesOf(current));
            save.reset();
          }}
          onMine={() => {
            const merged = typedOver(valuesOf(current), valuesOf(seen), values);
            setSeen(current);
            setValues(merged);
            send(merged, current);
          }}
          onClose={() => save.reset()}
        />
      )}
    </form>
  );
}
