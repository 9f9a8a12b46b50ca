import type { Exam } from '@portal/contract/exam';
import { useState } from 'react';
import { useListedExam } from '../shared/exam-rows.ts';
import { OfficesModal } from '../shared/offices-modal.tsx';
import { useStudent } from '../shared/student.ts';
import { type Choice, ChooseSession } from './choose-session.tsx';
import { PayFees } from './pay-fees.tsx';

const MEN = '1';

interface BookSessionModalProps {
  exam: Exam;
  onClose: () => void;
}

/** M-02, then M-08 when fees are due: one modal that moves on a step. Men are led to the office. */
export function BookSessionModal({ exam: given, onClose }: BookSessionModalProps) {
  const exam = useListedExam(given);
  const student = useStudent();
  const [choice, setChoice] = useState<Choice | null>(null);
  const [paying, setPaying] = useState(false);
  if (student.data?.student.gender === MEN) {
    return <OfficesModal opened onClose={onClose} signedIn reason="Please call the office to book this session." />;
  }
  const pay = (chosen: Choice) => {
    setChoice(chosen);
    setPaying(true);
  };
  return paying && choice ? (
    <PayFees exam={exam} session={choice.session} onBack={() => setPaying(false)} onClose={onClose} />
  ) : (
    <ChooseSession exam={exam} before={choice} onPay={pay} onClose={onClose} />
  );
}
