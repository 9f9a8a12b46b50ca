import { ActionIcon, Button, Checkbox, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconPlus } from '@tabler/icons-react';
import classes from '../catalogue.module.css';
import type { FormProps } from '../kept-modal.tsx';
import type { LocationValues, RoomValues } from './location-form.ts';

const texts = [
  ['name', 'Name', 60],
  ['address', 'Address', 100],
  ['city', 'City', 100],
] as const;

const flags = [
  ['adminOnly', 'Only the office books'],
  ['byAppointment', 'By appointment'],
  ['israel', 'In Israel'],
] as const;

/** The fields of a branch and its rooms. */
export function LocationFields({ values, errorAt, onChange }: FormProps<LocationValues>) {
  return (
    <Stack gap="sm">
      {texts.map(([field, label, most], at) => (
        <TextInput
          key={field}
          label={label}
          withAsterisk
          maxLength={most}
          {...(at === 0 ? { 'data-autofocus': true } : {})}
          value={values[field]}
          error={errorAt(field)}
          onChange={(event) => onChange({ [field]: event.currentTarget.value })}
        />
      ))}
      <div className={classes.two}>
        <TextInput
          label="Phone"
          inputMode="tel"
          maxLength={30}
          value={values.phone}
          error={errorAt('phone')}
          onChange={(event) => onChange({ phone: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label="Closes at (New York)"
          withAsterisk
          value={values.closesAt}
          error={errorAt('closesAt')}
          onChange={(event) => onChange({ closesAt: event.currentTarget.value })}
        />
      </div>
      <Stack gap="xs">
        {flags.map(([field, label]) => (
          <Checkbox
            key={field}
            label={label}
            checked={values[field]}
            onChange={(event) => onChange({ [field]: event.currentTarget.checked })}
          />
        ))}
      </Stack>
      <TextInput
        label="Only for seminary programs"
        description="Their numbers, parted by commas; none: for everybody"
        maxLength={200}
        value={values.seminaryStudyProgramIds}
        error={errorAt('seminaryStudyProgramIds')}
        onChange={(event) => onChange({ seminaryStudyProgramIds: event.currentTarget.value })}
      />
      <Rooms
        rooms={values.rooms}
        error={errorAt('rooms')}
        onChange={(rooms) => onChange({ rooms })}
      />
    </Stack>
  );
}

interface RoomsProps {
  rooms: readonly RoomValues[];
  error: string | undefined;
  onChange: (rooms: RoomValues[]) => void;
}

function Rooms({ rooms, error, onChange }: RoomsProps) {
  const change = (key: string, about: Partial<RoomValues>) =>
    onChange(rooms.map((room) => (room.key === key ? { ...room, ...about } : room)));
  const add = () =>
    onChange([
      ...rooms,
      { key: crypto.randomUUID(), name: '', capacity: '', special: false, active: true },
    ]);
  // one that was never saved just goes
  const retire = (room: RoomValues) =>
    room.id === undefined
      ? onChange(rooms.filter(({ key }) => key !== room.key))
      : change(room.key, { active: !room.active });
  return (
    <fieldset className={classes.rooms}>
      <legend>Rooms</legend>
      {rooms.map((room, at) => (
        <div key={room.key} className={classes.room} data-retired={!room.active || undefined}>
          <TextInput
            aria-label={`Name of room ${at + 1}`}
            placeholder="Name"
            maxLength={40}
            disabled={!room.active}
            value={room.name}
            onChange={(event) => change(room.key, { name: event.currentTarget.value })}
          />
          <NumberInput
            aria-label={`Places of room ${at + 1}`}
            placeholder="Places"
            min={1}
            max={500}
            disabled={!room.active}
            value={room.capacity}
            onChange={(places) =>
              change(room.key, { capacity: places === '' ? '' : Number(places) })
            }
          />
          <Checkbox
            label="Special"
            aria-label={`Room ${at + 1} is special`}
            disabled={!room.active}
            checked={room.special}
            onChange={(event) => change(room.key, { special: event.currentTarget.checked })}
          />
          <ActionIcon
            aria-label={`${room.active ? 'Retire' : 'Bring back'} room ${at + 1}`}
            onClick={() => retire(room)}
          >
            {room.active ? (
              <IconArchive size={18} stroke={1.8} />
            ) : (
              <IconArchiveOff size={18} stroke={1.8} />
            )}
          </ActionIcon>
        </div>
      ))}
      {error && (
        <Text c="garnet" role="alert">
          {error}
        </Text>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} stroke={1.8} />}
        disabled={rooms.length >= 40}
        onClick={add}
      >
        Add room
      </Button>
    </fieldset>
  );
}
