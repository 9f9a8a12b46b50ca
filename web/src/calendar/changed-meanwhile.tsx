import { Button, Text } from '@mantine/core';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { dayText, timeText } from '../shared/format/dates.ts';
import { PlainTable } from '../shared/table/plain-table.tsx';
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

/** OM-21: somebody else changed the session meanwhile; nothing of theirs is overwritten unseen. */
export function ChangedMeanwhile({
  sentence,
  changes,
  mine,
  onTheirs,
  onMine,
  onClose,
}: ChangedMeanwhileProps) {
  const { data: branches } = useLocations();
  return (
    <ModalFrame
      title="Changed meanwhile"
      opened
      onClose={onClose}
      width={640}
      foot={
        <>
          <Button variant="default" onClick={onTheirs}>
            Take theirs
          </Button>
          <Button onClick={onMine}>Use mine</Button>
        </>
      }
    >
      <Text mb="sm" role="status">
        <bdi>{sentence}</bdi>
      </Text>
      {changes.length > 0 && (
        <PlainTable
          title="Changes"
          hideTitle
          empty="Nothing else is different."
          columns={[
            { id: 'field', title: 'Field', text: ({ field }: Change) => titles[field] ?? field },
            {
              id: 'theirs',
              title: 'Theirs',
              text: ({ field, to }: Change) => read(field, to, branches),
            },
            {
              id: 'yours',
              title: 'Yours',
              text: ({ field }: Change) =>
                read(field, mine[field as keyof SessionValues], branches),
            },
          ]}
          rows={[...changes]}
          keyOf={({ field }) => field}
        />
      )}
    </ModalFrame>
  );
}
