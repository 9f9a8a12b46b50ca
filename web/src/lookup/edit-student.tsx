import { useRecord } from '../shared/api/student.ts';
import { later } from '../shared/dialogs/later.tsx';
import { CallError } from '../shared/ui/feedback.tsx';

const StudentModal = later(
  async () => (await import('../shared/students/student-modal.tsx')).StudentModal,
);

/** M-30: the record is read when somebody is to be edited; a found row may be a moment old. */
export function EditStudent({ studentId, onClose }: { studentId: number; onClose: () => void }) {
  const { data, error, refetch } = useRecord(studentId);
  if (!data) return <CallError error={error} onRetry={() => void refetch()} />;
  return <StudentModal student={data.student} onClose={onClose} />;
}
