import { Trans } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api, send } from '../api/client.ts';
import { useAbout } from '../api/student-in-view.tsx';
import { saveFile } from '../table/csv.ts';
import { CallError } from '../ui/feedback.tsx';

/** Saves the booked session as a file that calendars open, as the service wrote it. */
export function AddToCalendar({
  registrationId,
  calendar,
}: {
  registrationId: number | null;
  /** The iCalendar text, where the page has it already. */
  calendar?: string;
}) {
  const about = useAbout();
  const save = useMutation({
    mutationFn: async () => {
      const file =
        calendar ??
        (await send(api.getAdmissionSlip, { ...about, registrationId: registrationId ?? 0 }))
          .calendar;
      saveFile('exam.ics', new Blob([file], { type: 'text/calendar;charset=utf-8' }));
    },
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="default"
        leftSection={<IconCalendarPlus size={18} stroke={1.8} aria-hidden="true" />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        <Trans>Add to calendar</Trans>
      </Button>
      <CallError error={save.error} />
    </Stack>
  );
}
