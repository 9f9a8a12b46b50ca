import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import { IconCalendarPlus } from '@tabler/icons-react';
import { saveFile } from '../table/csv.ts';
import { type CalendarSession, calendarFile } from './calendar-file.ts';

/** Saves the session as a file that calendars open. */
export function AddToCalendar({
  exam,
  session,
}: {
  exam: Pick<Exam, 'subject' | 'registration_id'>;
  session: CalendarSession;
}) {
  const save = () =>
    saveFile(
      'exam.ics',
      new Blob([calendarFile(exam, session, new Date())], { type: 'text/calendar;charset=utf-8' }),
    );
  return (
    <Button
      variant="default"
      leftSection={<IconCalendarPlus size={18} stroke={1.8} aria-hidden="true" />}
      onClick={save}
    >
      <Trans>Add to calendar</Trans>
    </Button>
  );
}
