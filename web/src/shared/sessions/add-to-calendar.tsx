import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api, send } from '../api/client.ts';
import { useAbout } from '../api/student-in-view.tsx';
import { saveFile } from '../table/csv.ts';
import { type CalendarSession, calendarFile } from './calendar-file.ts';

/** The student's own end of the session that an exam is booked in; null: it cannot be told. */
function useOwnEnd({ registration_id: registrationId }: Pick<Exam, 'registration_id'>) {
  const about = useAbout();
  return async (): Promise<string | null> => {
    if (registrationId === null) return null;
    const asked = { ...about, registrationId };
    // it ends as for everybody then, which holds for whom nothing more is granted
    return send(api.getAdmissionSlip, asked).then(
      ({ endsAt }) => endsAt,
      () => null,
    );
  };
}

/** Saves the session as a file that calendars open. */
export function AddToCalendar({
  exam,
  session,
}: {
  exam: Pick<Exam, 'subject' | 'registration_id'>;
  /** Without `endsAt` the own end is asked for. */
  session: Omit<CalendarSession, 'endsAt'> & { endsAt?: string };
}) {
  const askEnd = useOwnEnd(exam);
  const save = useMutation({
    mutationFn: async () => {
      const endsAt = session.endsAt ?? (await askEnd());
      const file = calendarFile(exam, { ...session, endsAt }, new Date());
      saveFile('exam.ics', new Blob([file], { type: 'text/calendar;charset=utf-8' }));
    },
  });
  return (
    <Button
      variant="default"
      leftSection={<IconCalendarPlus size={18} stroke={1.8} aria-hidden="true" />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      <Trans>Add to calendar</Trans>
    </Button>
  );
}
