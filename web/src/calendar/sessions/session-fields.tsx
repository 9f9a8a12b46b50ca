import {
  Checkbox,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  Textarea,
  TextInput,
} from '@mantine/core';
import { SearchSelect } from '../../shared/forms/search-select.tsx';
import { NO_SCHOOLS } from '../../shared/page/empty-lists.ts';
import {
  genderTexts,
  leastText,
  type OfficeSession,
  typeTexts,
  useLocations,
  useSchools,
} from '../api.ts';
import classes from '../calendar.module.css';
import { RoomFields } from './room-fields.tsx';
import { placesIn } from './rooms.ts';
import { ofKind, type SessionValues } from './session-form.ts';

interface SessionFieldsProps {
  values: SessionValues;
  /** The session that is changed; null: it is a new one. */
  seen: OfficeSession | null;
  /** Returns the error of a field. */
  errorAt: (path: string) => string | undefined;
  onChange: (changed: Partial<SessionValues>) => void;
  /** The label of the date; by default 'Date'. */
  dateLabel?: string;
}

const shippingDays = [
  { field: 'shipDate', label: 'Shipped on' },
  { field: 'returnDueDate', label: 'Due back on' },
  { field: 'lastDate', label: 'Last day' },
] as const;
const markedFields = [
  'date',
  'testSessionTime',
  'seats',
  'rooms',
  'closingDate',
  ...shippingDays.map(({ field }) => field),
];

/** Returns whether all errors are shown at fields, so that none is needed below the form. */
export const isSaidAtFields = (
  errors: readonly { path: string }[] | undefined,
  marked: readonly string[] = markedFields,
): boolean => errors?.every(({ path }) => marked.includes(path)) === true;

const genders = Object.entries(genderTexts).map(([value, label]) => ({ value, label }));
const kinds = Object.entries(typeTexts).map(([value, label]) => ({ value, label }));

/** The fields of a session: time, place, students and seats. */
export function SessionFields({
  values,
  seen,
  errorAt,
  onChange,
  dateLabel = 'Date',
}: SessionFieldsProps) {
  const locations = useLocations();
  const schools = useSchools(true);
  const ofRooms = placesIn(values.rooms).seats;
  const isElsewhereFixed = seen !== null && seen.taken + seen.held > 0;
  const least = seen ? leastText(seen) : undefined;
  const seatsField = (
    <NumberInput
      label="Seats"
      disabled={ofRooms !== null}
      size="xs"
      withAsterisk={values.kind === '21'}
      min={1}
      max={500}
      clampBehavior="none"
      value={ofRooms ?? values.seats}
      error={errorAt('seats')}
      description={least ?? (values.kind === '23' ? 'Empty: no limit' : undefined)}
      onChange={(seats) => onChange({ seats: seats === '' ? '' : Number(seats) })}
    />
  );
  return (
    <>
      {seen === null && (
        <SegmentedControl
          aria-label="Kind"
          data={kinds}
          value={values.kind}
          onChange={(kind) => onChange(ofKind(kind as SessionValues['kind'], values))}
        />
      )}
      <div className={classes.two}>
        <TextInput
          type="date"
          label={dateLabel}
          withAsterisk
          data-autofocus
          disabled={isElsewhereFixed}
          value={values.date}
          error={errorAt('date')}
          onChange={(event) => onChange({ date: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label="Start (New York)"
          withAsterisk
          disabled={isElsewhereFixed}
          value={values.time}
          error={errorAt('testSessionTime')}
          onChange={(event) => onChange({ time: event.currentTarget.value })}
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
            onChange={(id) => onChange({ locationId: id === null ? null : Number(id), rooms: [] })}
          />
          {seatsField}
        </div>
      )}
      {values.kind === '21' && (
        <RoomFields
          locationId={values.locationId}
          rooms={values.rooms}
          error={errorAt('rooms')}
          onChange={(rooms) => onChange({ rooms })}
        />
      )}
      {values.kind === '22' && (
        <SearchSelect
          label="School"
          description={schools.data?.length === 0 ? NO_SCHOOLS : undefined}
          withAsterisk
          disabled={seen !== null}
          data={(schools.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={values.schoolId === null ? null : String(values.schoolId)}
          onChange={(id) => onChange({ schoolId: id === null ? null : Number(id) })}
        />
      )}
      {values.kind === '23' && (
        <TextInput
          label="Address"
          maxLength={200}
          disabled={seen !== null}
          value={values.address}
          onChange={(event) => onChange({ address: event.currentTarget.value })}
        />
      )}
      {values.kind === '23' && seatsField}
      {values.kind === '23' && seen === null && (
        <div className={classes.two}>
          {shippingDays.map(({ field, label }) => (
            <TextInput
              key={field}
              type="date"
              label={label}
              value={values[field]}
              error={errorAt(field)}
              onChange={(event) => onChange({ [field]: event.currentTarget.value })}
            />
          ))}
        </div>
      )}
      <div className={classes.two}>
        <Select
          label="For"
          withAsterisk
          data={genders}
          value={values.gender}
          onChange={(gender) => onChange({ gender: (gender ?? '3') as SessionValues['gender'] })}
        />
        <TextInput
          label="Proctor"
          maxLength={100}
          autoComplete="off"
          value={values.proctor}
          onChange={(event) => onChange({ proctor: event.currentTarget.value })}
        />
      </div>
      <div className={classes.two}>
        <TextInput
          type="date"
          label="Closing date"
          value={values.closingDate}
          error={errorAt('closingDate')}
          onChange={(event) => onChange({ closingDate: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label="Closing time"
          disabled={values.closingDate === ''}
          value={values.closingTime}
          onChange={(event) => onChange({ closingTime: event.currentTarget.value })}
        />
      </div>
      <TextInput
        label="Title"
        maxLength={100}
        value={values.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Textarea
        label="Remark"
        description="Only the office reads it."
        size="xs"
        maxLength={500}
        value={values.remark}
        onChange={(event) => onChange({ remark: event.currentTarget.value })}
      />
      <Group>
        <Checkbox
          label="One exam for each student"
          checked={values.limitTo1Test}
          onChange={(event) => onChange({ limitTo1Test: event.currentTarget.checked })}
        />
      </Group>
    </>
  );
}
