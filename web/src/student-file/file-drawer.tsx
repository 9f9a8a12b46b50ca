import { Stack } from '@mantine/core';
import { can } from '@portal/access/can';
import { useStudentFile } from '../shared/api/student.ts';
import { SideDrawer } from '../shared/dialogs/side-drawer.tsx';
import { readSession } from '../shared/session/session.ts';
import { BlockSkeleton, CallError } from '../shared/ui/feedback.tsx';
import { AccommodationsSection } from './accommodations-section.tsx';
import { BarsSection } from './bars-section.tsx';
import { DataSection } from './data-section.tsx';
import { NotesSection } from './notes-section.tsx';

/** The file of the student in view: the parts that the caller may see. */
export function FileDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const file = useStudentFile();
  return (
    <SideDrawer title="Student file" opened={opened} onClose={onClose}>
      <Stack gap="lg">
        {file.isPending && <BlockSkeleton height={160} />}
        <CallError error={file.error} onRetry={() => void file.refetch()} busy={file.isFetching} />
        {file.data?.bars && <BarsSection bars={file.data.bars} />}
        {file.data?.accommodations && (
          <AccommodationsSection accommodations={file.data.accommodations} />
        )}
        {file.data?.notes && <NotesSection notes={file.data.notes} />}
        {file.data && can(readSession(), 'data.export') && <DataSection />}
      </Stack>
    </SideDrawer>
  );
}
