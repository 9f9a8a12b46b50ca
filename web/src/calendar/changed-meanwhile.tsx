import { dayText, timeText } from '../shared/format/dates.ts';
import { ChangedMeanwhile } from '../shared/history/changed-meanwhile.tsx';
import { genderTexts, type OfficeSession, useLocations } from './api.ts';
import type { SessionValues } from './session-form.ts';

type Branches = ReturnType<typeof useLocations>['data'];

interface Change {
  field: string;
  to?: unknown;
}

interface ChangedMeanwhileProps {
  /** 'miriam changed this session meanwhile.' */
  sentence: string;
  changes: readonly Change[];
  mine: SessionValues;
  onTheirs: () => void;
  onMine: () => void;
  onClose: () => void;
}

const titles: Readonly<Record<string, string>> = {
  date: 'Date',
  time: 'Time',
  locationId: 'Branch',
  seats: 'Seats',
  gender: 'For',
  proctor: 'Proctor',
  title: 'Title',
  closingDate: 'Closing date',
  closingTime: 'Closing time',
  closedByStaff: 'Closed',
  limitTo1Test: 'One exam for each student',
  remark: 'Remark',
};

/** A value of a session as people read it; nothing stays empty. */
function read(field: string, value: unknown, branches: Branches): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  switch (field) {
    case 'gender':
      return genderTexts[value as OfficeSession['gender']];
    case 'locationId':
      return branches?.find(({ id }) => id === value)?.name ?? String(value);
    case 'date':
    case 'closingDate':
      return dayText(String(value));
    case 'time':
    case 'closingTime':
      return timeText(String(value));
    default:
      return String(value);
  }
}

/** OM-21 of a session: its fields in words. */
export function SessionChangedMeanwhile({ changes, mine, ...dialog }: ChangedMeanwhileProps) {
  const { data: branches } = useLocations();
  return (
    <ChangedMeanwhile
      rows={changes.map(({ field, to }) => ({
        field: titles[field] ?? field,
        theirs: read(field, to, branches),
        yours: read(field, mine[field as keyof SessionValues], branches),
      }))}
      {...dialog}
    />
  );
}
