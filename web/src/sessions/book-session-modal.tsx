import { actionOf } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';
import { useState } from 'react';
import { useStudentInView } from '../shared/api/student-in-view.tsx';
import { useListedExam } from '../shared/exams/exam-rows.ts';
import { OfficesModal } from '../shared/office/offices-modal.tsx';
import type { Choice } from '../shared/sessions/use-session-choice.ts';
import { type Booked, BookedResult } from './booked-result.tsx';
import { ChooseSession } from './choose-session.tsx';
import { PayFees } from './pay-fees.tsx';

interface BookSessionModalProps {
  exam: Exam;
  /** The exam was just registered, with this text: '3 credits spent, 5 left'. */
  registered?: string | undefined;
  /** Called when it is booked, in any state of the dialog. */
  onSettled: () => void;
  onClose: () => void;
}

/**
 * M-02, then M-08 when fees are due, then the result: one modal with several steps. A student whom
 * only the office can book sees its contacts.
 */
export function BookSessionModal({
  exam: given,
  registered,
  onSettled,
  onClose,
}: BookSessionModalProps) {
  const isForStaff = useStudentInView() !== null;
  const [booked, setBooked] = useState<Booked | null>(null);
  const exam = useListedExam(given);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [paying, setPaying] = useState(false);
  if (booked) return <BookedResult booked={booked} onClose={onClose} />;
  const scheduleAction = actionOf(exam, 'schedule');
  if (scheduleAction?.code === 'call_office')
    return <OfficesModal opened onClose={onClose} signedIn reason={scheduleAction.reason ?? ''} />;
  const pay = (chosen: Choice) => {
    setChoice(chosen);
    setPaying(true);
  };
  const finish = (done: Booked) => {
    // the office does not need to read its own choice
    if (isForStaff && !done.paid) return onClose();
    setBooked(done);
    onSettled();
  };
  return paying && choice ? (
    <PayFees
      exam={exam}
      session={choice.session}
      onBack={() => setPaying(false)}
      onBooked={finish}
      onClose={onClose}
    />
  ) : (
    <ChooseSession
      exam={exam}
      registered={registered}
      before={choice}
      onPay={pay}
      onBooked={finish}
      onClose={onClose}
    />
  );
}
