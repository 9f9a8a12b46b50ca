import { OfficesModal } from '../../office/offices-modal.tsx';

/** What only the office can do: where to call (M-01), with the reason in front. */
export function OfficeNeeded({ reason, onClose }: { reason: string; onClose: () => void }) {
  return <OfficesModal opened onClose={onClose} signedIn reason={reason} />;
}
