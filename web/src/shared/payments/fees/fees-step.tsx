import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { CallAnswer } from '@portal/contract/call';
import type { Exam } from '@portal/contract/exams/exam';
import type { payProctorFee } from '@portal/contract/purchases/payments';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { api, isRefusal } from '../../api/client.ts';
import { useCredits } from '../../api/student.ts';
import { ModalFrame } from '../../dialogs/modal-frame.tsx';
import { ExamHeading } from '../../exams/exam-heading.tsx';
import { useExamRows, useListedExam } from '../../exams/exam-rows.ts';
import { cents, fromCents, money } from '../../format/money.ts';
import { type PayLine, PayStep } from '../pay-step/pay-step.tsx';
import { type Order, order, type Paid, usePayment } from '../pay-step/use-payment.ts';
import { feeLines } from '../result/fee-lines.ts';
import type { PaidFor } from '../result/paid-card.tsx';
import type { Fees } from './fees-due.ts';
import classes from './fees-step.module.css';

const payWithNewCard = api.payProctorFee;
const payWithSavedCard = api.payProctorFeeWithPaymentProfile;

type Answer = Pick<CallAnswer<typeof payProctorFee>, 'exam' | 'holdUntil'>;

/** The fees were paid elsewhere, as in another tab: the next step can continue. */
const paidElsewhere = (exam: Exam): Order<Answer> => ({
  send: async () => ({ exam, holdUntil: null }),
});

interface FeesStepProps {
  exam: Exam;
  /** Returns the fees due, by the row. */
  feesOf: (exam: Exam) => Fees;
  /** The purpose of the fees, beside the exam's code. */
  note: string;
  /** The session that is about to be booked. */
  sessionId?: number;
  /** Notices to read before the payment. */
  warning?: ReactNode;
  /** The action after the payment is still running. */
  busy?: boolean;
  /**
   * Called with the current row, the end of the seat's hold, and the payment; null: it was paid
   * elsewhere.
   */
  onPaid: (exam: Exam, holdUntil: string | null, paid: PaidFor | null) => void;
  onBack?: () => void;
  onClose: () => void;
}

/** M-08 and M-09: the fees of a sitting or of a course, in one payment. */
export function FeesStep({
  exam: given,
  feesOf,
  note,
  sessionId,
  warning,
  busy = false,
  onPaid,
  onBack,
  onClose,
}: FeesStepProps) {
  const rows = useExamRows();
  const credits = useCredits();
  const exam = useListedExam(given);
  const { reload } = rows;
  // as they were at the start: the paid row has none any more
  const [fees, setFees] = useState(() => feesOf(exam));
  const { proctorFee, additionalFee } = fees;
  const registrationId = exam.registration_id ?? 0;
  const payment = usePayment<Answer>({
    subject: `fees of ${registrationId}`,
    amount: fromCents(cents(proctorFee ?? 0) + cents(additionalFee)),
    place: (amount, source) => {
      if (source === null) return paidElsewhere(exam);
      const session = sessionId === undefined ? {} : { sessionId };
      const body = {
        examId: exam.id,
        registrationId,
        ...session,
        proctorFee: proctorFee ?? 0,
        amount,
      };
      return 'ccId' in source
        ? order(payWithSavedCard, { ...body, ...source })
        : order(payWithNewCard, { ...body, ...source });
    },
    onDone: ({ exam: row, holdUntil }, paid: Paid | null) => {
      rows.put(row);
      onPaid(row, holdUntil, paid && { ...paid, lines: feeLines(fees) });
    },
  });
  const isChanged = isRefusal(payment.error, 'amount_changed');
  useEffect(() => {
    if (isChanged) reload();
  }, [isChanged, reload]);
  useEffect(() => {
    // only the row shows which of the two fees has changed
    if (isChanged) setFees(feesOf(exam));
  }, [isChanged, exam, feesOf]);
  return (
    <ModalFrame
      title={t`Pay fees`}
      opened
      onClose={onClose}
      width={896}
      bare
      busy={payment.busy || busy}
    >
      <PayStep
        payment={payment}
        subject={<ExamHeading exam={exam} note={note} />}
        lines={lines(exam, fees, credits.data?.standardProctorFee)}
        terms={
          proctorFee === null
            ? t`The additional fee is not refundable once the course is started.`
            : t`The proctor fee is not refundable.`
        }
      >
        {warning}
        {onBack && (
          <Button
            variant="subtle"
            size="compact-md"
            className={classes.back ?? ''}
            leftSection={<IconArrowLeft size={18} stroke={1.8} aria-hidden="true" />}
            onClick={onBack}
            disabled={payment.busy}
          >
            <Trans>Back</Trans>
          </Button>
        )}
      </PayStep>
    </ModalFrame>
  );
}

function lines(
  exam: Exam,
  { proctorFee, additionalFee }: Fees,
  standardFee: number | undefined,
): PayLine[] {
  const discount = standardFee === undefined ? 0 : standardFee - (proctorFee ?? 0);
  return [
    ...(proctorFee === null
      ? []
      : [
          {
            label: t`Proctor fee`,
            value: proctorFee === 0 ? t`Prepaid` : money(proctorFee),
            note: t`Not refundable`,
          },
        ]),
    ...(proctorFee !== null && proctorFee > 0 && discount > 0
      ? [{ label: t`Discount`, value: money(discount), note: t`Already taken off` }]
      : []),
    ...(exam.additionalCharge > 0
      ? [
          {
            label: t`Additional fee`,
            value: additionalFee === 0 ? t`Prepaid` : money(additionalFee),
          },
        ]
      : []),
  ];
}
