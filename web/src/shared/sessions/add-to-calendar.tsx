import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import type { Session } from '@portal/contract/sessions/sessions';
import { IconCalendarPlus } from '@tabler/icons-react';
import { saveFile } from '../table/csv.ts';
import { calendarFile } from './calendar-file.ts';

/** Saves the session as a file that calendars open. */
export function AddToCalendar({ exam, session }: { exam: Exam; session: Session }) {
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
