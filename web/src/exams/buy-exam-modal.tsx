import type { CallAnswer } from '@portal/contract/call';
import type { CreditsInfo, Package } from '@portal/contract/credits';
import type { Exam } from '@portal/contract/exam';
import { getOrBuy, spendable } from '@portal/contract/get-or-buy';
import type { purchasePackageAndRegister, purchasePackageWithNewProfile } from '@portal/contract/payments';
import { useId, useState } from 'react';
import { useCommand } from '../shared/calls.ts';
import { ChoiceCard, ChoiceGroup } from '../shared/choice-card.tsx';
import { ExamHeading } from '../shared/exam-heading.tsx';
import { examsCall, useExamRows } from '../shared/exam-rows.ts';
import { CallError } from '../shared/feedback.tsx';
import { ModalFrame } from '../shared/modal-frame.tsx';
import { cents, creditsText, fromCents, money } from '../shared/money.ts';
import { type PayLine, PayStep } from '../shared/pay-step/pay-step.tsx';
import { order, usePayment } from '../shared/pay-step/use-payment.ts';
import { Stepper } from '../shared/stepper.tsx';
import { buyPackageWithNewCard, buyPackageWithSavedCard, buyWithNewCard, buyWithSavedCard, registerCall, usePackages } from './api.ts';
import { PurchaseError } from './purchase-error.tsx';

const MOST_AT_ONCE = 8;
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
      (exams_allowed.length === 0 ? vendors_allowed === null || vendors_allowed === group : exams_allowed.includes(exam.id)),
  );
}

/** M-05: single credits or a package, the summary, and 'Pay'; then the exam is registered. */
export function BuyExamModal({ exam, credits, onClose }: BuyExamModalProps) {
  const name = useId();
  const rows = useExamRows();
  const packages = usePackages();
  const choice = getOrBuy(exam, credits);
  const missing = choice.button === 'BUY' ? choice.missing : 0;
  const most = Math.max(missing, MOST_AT_ONCE);
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
        return { send: async (keys) => ({ kind: 'package', answer: await sent.send(keys) }) };
      }
      const body = { examId: exam.id, numberOfCredits: number, amount };
      const sent = saved ? order(buyWithSavedCard, { ...body, ...source }) : order(buyWithNewCard, { ...body, ...source });
      return { send: async (keys) => ({ kind: 'exam', answer: await sent.send(keys) }) };
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
      label: pack ? pack.display_name : `${creditsText(number)} at ${money(credits.pricePerCredit)}`,
      value: money(pack ? pack.purchase_price : price),
    },
    feeLine(pack ? pack.proctor_fee_price : nextProctorFee(exam)),
    ...additionalFeeLine(exam, pack),
    { label: 'Credits left after registering', value: String(spendable(exam, credits) + bought - exam.credits) },
  ];
  return (
    <ModalFrame title="Buy credits and register" opened onClose={onClose} width={896} bare busy={payment.busy || register.isPending}>
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
            beside={<Stepper value={number} min={missing} max={most} unit="credit" onChange={setNumber} />}
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
function packageNote({ display_name, number_of_credits: number, purchase_price, proctor_fee_price }: Package): string {
  const each = `${money(fromCents(Math.round(cents(purchase_price) / Math.max(number, 1))))} each`;
  const named = display_name.toLowerCase().startsWith(creditsText(number));
  return [...(named ? [] : [creditsText(number)]), each, ...(proctor_fee_price === 0 ? ['proctor fees prepaid'] : [])].join(', ');
}

const STANDARD_FEE = 15;

function feeLine(fee: number): PayLine {
  const discount = fee > 0 && fee < STANDARD_FEE ? `, ${money(STANDARD_FEE - fee)} discount` : '';
  return {
    label: 'Proctor fee',
    value: fee === 0 ? 'Prepaid' : money(fee),
    later: true,
    ...(fee === 0 ? {} : { note: `Collected when you book or start${discount}` }),
  };
}

/** A taken exam's row tells of the try that is over; its retake has a sitting, and a fee, of its own. R-145. */
const nextProctorFee = (exam: Exam): number => (exam.examTaken ? STANDARD_FEE : exam.proctor_fee_price);

function additionalFeeLine(exam: Exam, pack: Package | undefined): PayLine[] {
  if (exam.additionalCharge === 0) return [];
  const free = pack?.no_additional_fees ?? (exam.isFreeAdditionnalFees && !exam.examTaken);
  return [
    {
      label: 'Additional fee',
      value: free ? 'Prepaid' : money(exam.additionalCharge),
      later: true,
      ...(free ? {} : { note: 'Collected with the proctor fee' }),
    },
  ];
}
