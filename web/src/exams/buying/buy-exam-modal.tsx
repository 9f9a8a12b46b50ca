import { t } from '@lingui/core/macro';
import type { Exam } from '@portal/contract/exams/exam';
import { getOrBuy, spendable } from '@portal/contract/exams/get-or-buy';
import type { CreditsInfo } from '@portal/contract/payments/credits';
import { useId, useState } from 'react';
import { isAwaited } from '../../shared/api/calls.ts';
import { usePaymentMethods } from '../../shared/api/student.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { ExamHeading } from '../../shared/exams/exam-heading.tsx';
import { sessionText } from '../../shared/format/dates.ts';
import { cents, creditsText, fromCents, money } from '../../shared/format/money.ts';
import { ChoiceCard, ChoiceGroup } from '../../shared/forms/choice-card.tsx';
import { Stepper } from '../../shared/forms/stepper.tsx';
import { type PayLine, PayStep } from '../../shared/payments/pay-step/pay-step.tsx';
import type { Choice } from '../../shared/sessions/use-session-choice.ts';
import { BlockSkeleton, CallError } from '../../shared/ui/feedback.tsx';
import { usePackages } from '../api.ts';
import { PurchaseError } from '../dialogs/purchase-error.tsx';
import type { Result } from '../dialogs/registered-modal.tsx';
import {
  additionalFeeLine,
  feeLine,
  fitting,
  isPrepaid,
  isSatAtABranch,
  nextFees,
  packageNote,
} from './buy-lines.ts';
import { SessionWithIt } from './session-with-it.tsx';
import { useBuyExam } from './use-buy-exam.ts';

const MAX_CONCURRENCY = 8;
const SINGLE = 'single';

interface BuyExamModalProps {
  exam: Exam;
  credits: CreditsInfo;
  /** Of one credit, in dollars. */
  pricePerCredit: number;
  /** Men are booked by the office. R-153. */
  isMan: boolean;
  /** Called with true when the payment starts, and with false when it failed. */
  onPaying: (isPaying: boolean) => void;
  onResult: (result: Result) => void;
  onClose: () => void;
}

/** About as high as the loaded dialog. */
const Loading = () => <BlockSkeleton height="min(680px, 90dvh - 105px)" />;

/** Placeholder of the dialog while its content is unknown. */
export const BuySkeleton = ({ onClose }: { onClose: () => void }) => (
  <ModalFrame title={t`Buy credits and register`} opened onClose={onClose} width={896}>
    <Loading />
  </ModalFrame>
);

/** M-05: single credits or a package, the summary, and 'Pay'; then the exam is registered. */
export function BuyExamModal({
  exam,
  credits,
  pricePerCredit,
  isMan,
  onPaying,
  onResult,
  onClose,
}: BuyExamModalProps) {
  const name = useId();
  const packages = usePackages();
  const cards = usePaymentMethods();
  const choice = getOrBuy(exam, credits);
  const missing = choice.button === 'BUY' ? choice.missing : 0;
  const most = Math.max(missing, MAX_CONCURRENCY);
  const [number, setNumber] = useState(missing);
  const [chosen, setChosen] = useState(SINGLE);
  const [wantsSession, setWantsSession] = useState(false);
  const [place, setPlace] = useState<Choice | null>(null);
  const pack = packages.data?.packages.find(({ id }) => String(id) === chosen);
  const price = fromCents(cents(pricePerCredit) * number);
  const { proctorFee, additionalFee } = nextFees(exam);
  // a package is a payment of its own, so only one whose fees are prepaid books in the same go
  const mayBook = !isMan && isSatAtABranch(exam) && (!pack || isPrepaid(pack, exam));
  const session = mayBook && wantsSession ? (place?.session ?? null) : null;
  const fees = session && !pack ? proctorFee + additionalFee : 0;

  const { payment, busy, failure } = useBuyExam({
    exam,
    number,
    pack,
    session,
    amount: pack ? pack.purchase_price : fromCents(cents(price) + cents(fees)),
    onPaying,
    onResult,
  });

  if (failure) return <PurchaseError message={failure} onClose={onClose} />;
  // packages are above the cards and the session, and would push them down
  const isLoading = isAwaited(packages) || isAwaited(cards);
  const bought = pack ? pack.number_of_credits : number;
  const lines: PayLine[] = [
    { label: t`Your credits`, value: String(spendable(exam, credits)) },
    {
      label: pack ? pack.display_name : t`${creditsText(number)} at ${money(pricePerCredit)}`,
      value: money(pack ? pack.purchase_price : price),
    },
    feeLine(pack ? pack.proctor_fee_price : proctorFee, credits, session !== null),
    ...additionalFeeLine(exam, pack, session !== null),
    ...(session
      ? [{ label: t`Session`, value: sessionText(session.date, session.testSessionTime) }]
      : []),
    {
      label: t`Credits left after registering`,
      value: String(spendable(exam, credits) + bought - exam.credits),
    },
  ];
  return (
    <ModalFrame
      title={t`Buy credits and register`}
      opened
      onClose={onClose}
      width={896}
      bare={!isLoading}
      busy={busy}
    >
      {isLoading ? (
        <Loading />
      ) : (
        <PayStep
          payment={payment}
          subject={<ExamHeading exam={exam} note={creditsText(exam.credits)} />}
          lines={lines}
          terms={
            fees > 0
              ? t`Credits are not refundable and never expire. The proctor fee is not refundable.`
              : t`Credits are not refundable and never expire.`
          }
        >
          <CallError error={packages.error} />
          <ChoiceGroup legend={t`Credits`}>
            <ChoiceCard
              name={name}
              value={SINGLE}
              checked={chosen === SINGLE}
              onChoose={setChosen}
              title={t`Single credits`}
              note={t`${money(pricePerCredit)} each`}
              beside={
                <Stepper
                  value={number}
                  min={missing}
                  max={most}
                  unit="credit"
                  onChange={setNumber}
                />
              }
            />
            {fitting(packages.data?.packages ?? [], exam, missing).map((each) => (
              <ChoiceCard
                key={each.id}
                name={name}
                value={String(each.id)}
                checked={chosen === String(each.id)}
                onChoose={setChosen}
                title={each.display_name}
                note={packageNote(each)}
                right={money(each.purchase_price)}
              />
            ))}
          </ChoiceGroup>
          {mayBook && (
            <SessionWithIt
              exam={exam}
              proctorFee={pack ? pack.proctor_fee_price : proctorFee}
              isWanted={wantsSession}
              onWant={setWantsSession}
              onChoose={setPlace}
            />
          )}
        </PayStep>
      )}
    </ModalFrame>
  );
}
