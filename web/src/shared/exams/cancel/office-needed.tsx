import { OfficesModal } from '../../office/offices-modal.tsx';

/** An action for the office alone: its contacts (M-01), after the reason. */
export function OfficeNeeded({ reason, onClose }: { reason: string; onClose: () => void }) {
  return <OfficesModal opened onClose={onClose} signedIn reason={reason} />;
}
