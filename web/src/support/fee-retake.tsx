import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { StudentInView } from '../shared/api/student-for-staff.tsx';
import type { CatalogExam } from '../shared/exams/exam-picker.tsx';
import { PayTotal } from '../shared/payments/pay-step/pay-total.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import { useRetakeFee } from './api.ts';
import { Done } from './done.tsx';
import { FeePayment } from './fee-payment.tsx';
import classes from './support.module.css';
import { SupportCard } from './support-card.tsx';
import { useSubject } from './use-subject.ts';

/** a retake for a fee, paid with a card of the student. */
export function FeeRetake({ exams }: { exams: readonly CatalogExam[] | undefined }) {
  const subject = useSubject();
  const { student, exam, setExam } = subject;
  const [done, setDone] = useState<string | null>(null);
  const [frozen, setFrozen] = useState(false);
  const fee = useRetakeFee();
  const amount = fee.data?.amount;
  return (
    <SupportCard
      title="Vendor approved retake with fee"
      about="Registers an exam that was taken once more for a fee, with a card of the student."
      subject={subject}
      exams={exams}
      frozen={frozen}
    >
      <CallError error={fee.error} onRetry={() => void fee.refetch()} />
      {student && amount !== undefined ? (
        // card fields typed for one student are cleared for another
        <StudentInView key={student.id} id={student.id}>
          <FeePayment
            exam={exam}
            fee={amount}
            onFrozen={setFrozen}
            onStart={() => setDone(null)}
            onDone={(message) => {
              setDone(message);
              setExam(null);
            }}
          />
        </StudentInView>
      ) : (
        <>
          <div className={classes.total}>
            {amount === undefined ? (
              <Skeleton height={20} width={120} />
            ) : (
              <PayTotal amount={amount} oldAmount={null} />
            )}
          </div>
          <Button disabled>Pay and register</Button>
        </>
      )}
      <Done text={done} />
    </SupportCard>
  );
}
