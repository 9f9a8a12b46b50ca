import { Button, Text } from '@mantine/core';
import type { CallFailure } from '../../shared/api/client.ts';
import { shortDayText } from '../../shared/format/dates.ts';

interface TakenDaysProps {
  error: CallFailure | null;
  /** Leaves these days out; undefined: they cannot be. */
  onLeaveOut?: (days: string[]) => void;
}

/** On which days of a series or a copy a room is in use, below the sentence that says so. */
export function TakenDays({ error, onLeaveOut }: TakenDaysProps) {
  const { code, dates = [] } = error?.problem ?? {};
  if (code !== 'room_taken' || dates.length === 0) return null;
  return (
    <>
      <Text size="sm">{`On ${dates.map((day) => shortDayText(day)).join(', ')}.`}</Text>
      {onLeaveOut && (
        <Button variant="default" onClick={() => onLeaveOut(dates)}>
          {dates.length === 1 ? 'Leave this day out' : `Leave these ${dates.length} days out`}
        </Button>
      )}
    </>
  );
}
