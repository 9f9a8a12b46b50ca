import { useRecord } from '../shared/api/student.ts';
import { lazyDialog } from '../shared/dialogs/lazy-dialog.tsx';
import { CallError } from '../shared/ui/feedback.tsx';

const StudentModal = lazyDialog(
  async () => (await import('../shared/students/student-modal.tsx')).StudentModal,
);

/** M-30: reads the record when the form opens; a row of the list may be outdated. */
export function EditStudent({ studentId, onClose }: { studentId: number; onClose: () => void }) {
  const { data, error, refetch } = useRecord(studentId);
  if (!data) return <CallError error={error} onRetry={() => void refetch()} />;
  return <StudentModal student={data.student} onClose={onClose} />;
}
