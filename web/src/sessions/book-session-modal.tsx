import type { Exam } from '@portal/contract/exam';
import type { Session } from '@portal/contract/sessions';
import { useState } from 'react';
import { OfficesModal } from '../shared/offices-modal.tsx';
import { useStudent } from '../shared/student.ts';
import { ChooseSession } from './choose-session.tsx';
import { PayFees } from './pay-fees.tsx';

const MEN = '1';

interface BookSessionModalProps {
  exam: Exam;
  onClose: () => void;
}

/** M-02, then M-08 when fees are due: one modal that moves on a step. Men are led to the office. */
export function BookSessionModal({ exam, onClose }: BookSessionModalProps) {
  const student = useStudent();
  const [paying, setPaying] = useState<Session | null>(null);
  if (student.data?.student.gender === MEN) {
    return <OfficesModal opened onClose={onClose} signedIn reason="Please call the office to book this session." />;
  }
  return paying ? (
    <PayFees exam={exam} session={paying} onBack={() => setPaying(null)} onClose={onClose} />
  ) : (
    <ChooseSession exam={exam} onPay={setPaying} onClose={onClose} />
  );
}
