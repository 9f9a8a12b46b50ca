import type { Exam } from '@portal/contract/exam';
import { OfficesModal } from '../shared/offices-modal.tsx';

/** What only the office can do: where to call (M-01), with the reason in front. */
export function OfficeNeeded({ exam, onClose }: { exam: Exam; onClose: () => void }) {
  const reason =
    exam.registration_id === null ? 'This exam can be booked only through the office.' : 'Please call the office to cancel this exam.';
  return <OfficesModal opened onClose={onClose} signedIn reason={reason} />;
}
