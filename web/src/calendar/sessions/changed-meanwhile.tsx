import type { CallFailure } from '../../shared/api/client.ts';
import { dayText, timeText } from '../../shared/format/dates.ts';
import { ChangedMeanwhile } from '../../shared/history/changed-meanwhile.tsx';
import { genderTexts, type OfficeSession, useBranchRooms, useLocations } from '../api.ts';
import { type RoomPlaces, roomsText } from './rooms.ts';
import { type SessionValues, valuesOf, withMine } from './session-form.ts';

type Branches = ReturnType<typeof useLocations>['data'];

interface ChangedMeanwhileProps {
  /** session_changed, with the current session. */
  error: CallFailure;
  /** The session before it was edited here. */
  seen: OfficeSession;
  mine: SessionValues;
  onTheirs: (current: OfficeSession, theirs: SessionValues) => void;
  /** Called with the fields as typed here, applied to the current session. */
  onMine: (current: OfficeSession, merged: SessionValues) => void;
  onClose: () => void;
}

const titles: Readonly<Record<string, string>> = {
  date: 'Date',
  time: 'Time',
  locationId: 'Branch',
  rooms: 'Rooms',
  seats: 'Seats',
  gender: 'For',
  proctor: 'Proctor',
  title: 'Title',
  closingDate: 'Closing date',
  closingTime: 'Closing time',
  closedByStaff: 'Closed',
  draft: 'Draft',
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

/** Returns the rooms chosen here, in the words of histories. */
function useRoomsText({ locationId, rooms }: SessionValues): string {
  const ofBranch = useBranchRooms(locationId);
  const nameOf = ({ roomId }: RoomPlaces) =>
    ofBranch?.find(({ id }) => id === roomId)?.name ?? `Room ${roomId}`;
  const named = rooms.map((room) => ({
    roomId: room.roomId,
    special: room.special,
    name: nameOf(room),
    places: Number(room.places),
  }));
  return roomsText({ rooms: named }) ?? '';
}

/** OM-21 of a session: its fields in words, the typed values beside the current ones. */
export function SessionChangedMeanwhile({
  error,
  seen,
  mine,
  onTheirs,
  onMine,
  onClose,
}: ChangedMeanwhileProps) {
  const { data: branches } = useLocations();
  const rooms = useRoomsText(mine);
  const current = error.problem.current as OfficeSession;
  return (
    <ChangedMeanwhile
      sentence={error.message}
      rows={(error.problem.changes ?? []).map(({ field, to }) => ({
        field: titles[field] ?? field,
        theirs: read(field, to, branches),
        yours:
          field === 'rooms' ? rooms : read(field, mine[field as keyof SessionValues], branches),
      }))}
      onTheirs={() => onTheirs(current, valuesOf(current))}
      onMine={() => onMine(current, withMine(current, seen, mine))}
      onClose={onClose}
    />
  );
}
