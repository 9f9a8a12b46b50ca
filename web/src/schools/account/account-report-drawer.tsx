import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import type { School } from '../api.ts';
import { AccountReport } from './account-report.tsx';

/** M-36 */
export const AccountReportDrawer = ({
  school,
  onClose,
}: {
  school: School;
  onClose: () => void;
}) => (
  <ModalFrame title={`Account report, ${school.name}`} opened onClose={onClose} width={896}>
    <AccountReport schoolId={school.id} />
  </ModalFrame>
);
