import { actionOf } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';
import { useState } from 'react';
import { useListedExam } from '../shared/exams/exam-rows.ts';
import { OfficesModal } from '../shared/office/offices-modal.tsx';
import type { Choice } from '../shared/sessions/use-session-choice.ts';
import { ChooseSession } from './choose-session.tsx';
import { PayFees } from './pay-fees.tsx';

interface BookSessionModalProps {
  exam: Exam;
  onClose: () => void;
}

/**
 * M-02, then M-08 when fees are due: one modal that moves on a step. Who can be
 * booked only by the office is led there.
 */
export function BookSessionModal({ exam: given, onClose }: BookSessionModalProps) {
  const exam = useListedExam(given);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [paying, setPaying] = useState(false);
  const asked = actionOf(exam, 'schedule');
  if (asked?.code === 'call_office')
    return <OfficesModal opened onClose={onClose} signedIn reason={asked.reason ?? ''} />;
  const pay = (chosen: Choice) => {
    setChoice(chosen);
    setPaying(true);
  };
  return paying && choice ? (
    <PayFees
      exam={exam}
      session={choice.session}
      onBack={() => setPaying(false)}
      onClose={onClose}
    />
  ) : (
    <ChooseSession exam={exam} before={choice} onPay={pay} onClose={onClose} />
  );
}
