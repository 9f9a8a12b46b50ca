import { Stack } from '@mantine/core';
import { can } from '@portal/access/can';
import { useState } from 'react';
import { useStudentFile } from '../shared/api/student.ts';
import { SideDrawer } from '../shared/dialogs/side-drawer.tsx';
import { readSession } from '../shared/session/session.ts';
import { BlockSkeleton, CallError } from '../shared/ui/feedback.tsx';
import { AccommodationsSection } from './accommodations-section.tsx';
import { BarsSection } from './bars-section.tsx';
import { BlankModal } from './blank-modal.tsx';
import { DataSection } from './data-section.tsx';
import { NotesSection } from './notes-section.tsx';

/**
 * The file of the student in view: the sections that the caller may see. Closes for the dialog that
 * blanks a person, and reopens after it, with the focus where it was.
 */
export function FileDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const file = useStudentFile();
  const [blanking, setBlanking] = useState<'not yet' | 'open' | 'left'>('not yet');
  if (opened && blanking === 'open') return <BlankModal onClose={() => setBlanking('left')} />;
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
        {file.data && can(readSession(), 'data.export') && (
          <DataSection
            isBackFromBlanking={blanking === 'left'}
            onBlank={() => setBlanking('open')}
          />
        )}
      </Stack>
    </SideDrawer>
  );
}
