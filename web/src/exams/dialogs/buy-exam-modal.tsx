import type { CallAnswer } from '@portal/contract/call';
import { actionOf } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';
import { getOrBuy, spendable } from '@portal/contract/exams/get-or-buy';
import type { CreditsInfo, Package } from '@portal/contract/payments/credits';
import type {
  purchasePackageAndRegister,
  purchasePackageWithNewProfile,
} from '@portal/contract/payments/payments';
import { useId, useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { ExamHeading } from '../../shared/exams/exam-heading.tsx';
import { examsCall, useExamRows } from '../../shared/exams/exam-rows.ts';
import { cents, creditsText, fromCents, money } from '../../shared/format/money.ts';
import { ChoiceCard, ChoiceGroup } from '../../shared/forms/choice-card.tsx';
import { Stepper } from '../../shared/forms/stepper.tsx';
import { type PayLine, PayStep } from '../../shared/payments/pay-step/pay-step.tsx';
import { order, usePayment } from '../../shared/payments/pay-step/use-payment.ts';
import { CallError } from '../../shared/ui/feedback.tsx';
import {
  buyPackageWithNewCard,
  buyPackageWithSavedCard,
  buyWithNewCard,
  buyWithSavedCard,
  registerCall,
  usePackages,
} from '../api.ts';
import { PurchaseError } from './purchase-error.tsx';

const MAX_CONCURRENCY = 8;
const SINGLE = 'single';
type Bought =
  | { kind: 'exam'; answer: CallAnswer<typeof purchasePackageAndRegister> }
  | { kind: 'package'; answer: CallAnswer<typeof purchasePackageWithNewProfile> };

interface BuyExamModalProps {
  exam: Exam;
  credits: CreditsInfo;
  onClose: () => void;
}

/** Packages whose credits would pay for this exam and reach. */
function fitting(packages: readonly Package[], exam: Exam, missing: number): readonly Package[] {
  const group = exam.vendor_id === 3 ? '3' : '1,4';
  return packages.filter(
    ({ exams_allowed, vendors_allowed, number_of_credits }) =>
      number_of_credits >= missing &&
      (exams_allowed.length === 0
        ? vendors_allowed === null || vendors_allowed === group
        : exams_allowed.includes(exam.id)),
  );
}

/** M-05: single credits or a package, the summary, and 'Pay'; then the exam is registered. */
export function BuyExamModal({ exam, credits, onClose }: BuyExamModalProps) {
  const name = useId();
  const rows = useExamRows();
  const packages = usePackages();
  const choice = getOrBuy(exam, credits);
  const missing = choice.button === 'BUY' ? choice.missing : 0;
  const most = Math.max(missing, MAX_CONCURRENCY);
  const [number, setNumber] = useState(missing);
  const [chosen, setChosen] = useState(SINGLE);
  const [failure, setFailure] = useState<string | null>(null);
  const pack = packages.data?.packages.find(({ id }) => String(id) === chosen);
  const price = fromCents(cents(credits.pricePerCredit) * number);

  const register = useCommand(registerCall, {
    onDone: (answer) => {
      if (answer.exam) rows.put(answer.exam, answer);
      onClose();
    },
  });
  const payment = usePayment<Bought>({
    subject: pack ? `package ${pack.id}` : `${number} credits`,
    amount: pack ? pack.purchase_price : price,
    refreshes: [examsCall],
    place: (amount, source) => {
      if (source === null) throw new Error('Nothing is to be paid.');
      const saved = 'ccId' in source;
      if (pack) {
        const sent = saved
          ? order(buyPackageWithSavedCard, { packageId: pack.id, amount, ...source })
          : order(buyPackageWithNewCard, { packageId: pack.id, amount, ...source });
        return {
          send: async (...by) => ({ kind: 'package', answer: await sent.send(...by) }),
        };
      }
      const body = { examId: exam.id, numberOfCredits: number, amount };
      const sent = saved
        ? order(buyWithSavedCard, { ...body, ...source })
        : order(buyWithNewCard, { ...body, ...source });
      return { send: async (...by) => ({ kind: 'exam', answer: await sent.send(...by) }) };
    },
    onDone: ({ kind, answer }) => {
      if (kind === 'package') {
        rows.putCredits(answer);
        register.mutate({ examId: exam.id });
        return;
      }
      if (answer.exam) rows.put(answer.exam, answer);
      if (answer.error) {
        rows.putCredits(answer);
        setFailure(answer.error);
      } else onClose();
    },
  });

  if (failure ?? register.error) {
    const kept = register.error
      ? `Your payment was received and the credits were added to your account. ${register.error.message}`
      : failure;
    return <PurchaseError message={kept ?? ''} onClose={onClose} />;
  }
  const bought = pack ? pack.number_of_credits : number;
  const lines: PayLine[] = [
    { label: 'Your credits', value: String(spendable(exam, credits)) },
    {
      label: pack
        ? pack.display_name
        : `${creditsText(number)} at ${money(credits.pricePerCredit)}`,
      value: money(pack ? pack.purchase_price : price),
    },
    feeLine(pack ? pack.proctor_fee_price : nextFees(exam).proctorFee, credits),
    ...additionalFeeLine(exam, pack),
    {
      label: 'Credits left after registering',
      value: String(spendable(exam, credits) + bought - exam.credits),
    },
  ];
  return (
    <ModalFrame
      title="Buy credits and register"
      opened
      onClose={onClose}
      width={896}
      bare
      busy={payment.busy || register.isPending}
    >
      <PayStep
        payment={payment}
        subject={<ExamHeading exam={exam} note={creditsText(exam.credits)} />}
        lines={lines}
        terms="Credits are not refundable and never expire."
      >
        <CallError error={packages.error} />
        <ChoiceGroup legend="Credits">
          <ChoiceCard
            name={name}
            value={SINGLE}
            checked={chosen === SINGLE}
            onChoose={setChosen}
            title="Single credits"
            note={`${money(credits.pricePerCredit)} each`}
            beside={
              <Stepper value={number} min={missing} max={most} unit="credit" onChange={setNumber} />
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
      </PayStep>
    </ModalFrame>
  );
}

/** '12 credits, $37.00 each, proctor fees prepaid'; without the credits when the name says them. */
function packageNote({
  display_name,
  number_of_credits: number,
  purchase_price,
  proctor_fee_price,
}: Package): string {
  const each = `${money(fromCents(Math.round(cents(purchase_price) / Math.max(number, 1))))} each`;
  const named = display_name.toLowerCase().startsWith(creditsText(number));
  return [
    ...(named ? [] : [creditsText(number)]),
    each,
    ...(proctor_fee_price === 0 ? ['proctor fees prepaid'] : []),
  ].join(', ');
}

function feeLine(fee: number, { standardProctorFee }: CreditsInfo): PayLine {
  const discount = fee > 0 ? standardProctorFee - fee : 0;
  const note = discount > 0 ? `, ${money(discount)} discount` : '';
  return {
    label: 'Proctor fee',
    value: fee === 0 ? 'Prepaid' : money(fee),
    later: true,
    ...(fee === 0 ? {} : { note: `Collected when you book or start${note}` }),
  };
}

/**
 * What the sitting will ask. The row of a taken exam tells of the try that is over; a new one has
 * fees of its own. R-145.
 */
const nextFees = (exam: Exam): { proctorFee: number; additionalFee: number } =>
  actionOf(exam, 'register')?.fees ?? {
    proctorFee: exam.proctor_fee_price,
    additionalFee: exam.isFreeAdditionnalFees ? 0 : exam.additionalCharge,
  };

function additionalFeeLine(exam: Exam, pack: Package | undefined): PayLine[] {
  if (exam.additionalCharge === 0) return [];
  const free = pack?.no_additional_fees ?? nextFees(exam).additionalFee === 0;
  return [
    {
      label: 'Additional fee',
      value: free ? 'Prepaid' : money(exam.additionalCharge),
      later: true,
      ...(free ? {} : { note: 'Collected with the proctor fee' }),
    },
  ];
}
