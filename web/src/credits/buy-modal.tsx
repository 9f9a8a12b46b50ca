import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import type { CallAnswer } from '@portal/contract/call';
import type { CreditsInfo } from '@portal/contract/payments/credits';
import type { purchaseCredits } from '@portal/contract/purchases/payments';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { packagesCall } from '../shared/api/student.ts';
import { useStudentInView, useStudentPaths } from '../shared/api/student-in-view.tsx';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { ResultModal } from '../shared/dialogs/result-modal.tsx';
import { cents, creditsText, fromCents, money } from '../shared/format/money.ts';
import { Stepper } from '../shared/forms/stepper.tsx';
import { type PayLine, PayStep } from '../shared/payments/pay-step/pay-step.tsx';
import { usePayment } from '../shared/payments/pay-step/use-payment.ts';
import { PaidCard, type PaidFor } from '../shared/payments/result/paid-card.tsx';
import { CreditCount } from '../shared/ui/coin.tsx';
import { orderPurchase, useMostCredits } from './api.ts';
import classes from './buy-modal.module.css';
import {
  creditsPrice,
  MIN_CREDITS,
  type Purchase,
  pricePerCredit,
  USUAL_CREDITS,
} from './purchase.ts';

/** The purchase in words. */
interface Bought {
  answer: CallAnswer<typeof purchaseCredits>;
  paid: PaidFor | null;
}

interface BuyModalProps {
  opened: boolean;
  onClose: () => void;
  /** The payment succeeded and the result is shown from now on. */
  onBought?: () => void;
  /** The choice made on the page. Remount the modal for each choice. */
  purchase: Purchase;
  credits: CreditsInfo;
}

/** The page opens the dialog for single credits only once their price is set. */
const priceOf = ({ pricePerCredit: price }: CreditsInfo): number => price ?? 0;

/**
 * M-05 without an exam: pays for a package or for single credits, then shows the added credits
 * (M-17).
 */
export function BuyModal({ opened, onClose, onBought, purchase: chosen, credits }: BuyModalProps) {
  const paths = useStudentPaths();
  const most = useMostCredits();
  const isForStaff = useStudentInView() !== null;
  const [count, setCount] = useState(chosen.kind === 'credits' ? chosen.count : USUAL_CREDITS);
  const [bought, setBought] = useState<Bought | null>(null);
  const purchase: Purchase = chosen.kind === 'credits' ? { kind: 'credits', count } : chosen;
  const payment = usePayment({
    subject: purchase.kind === 'package' ? `package ${purchase.offer.id}` : creditsText(count),
    amount:
      purchase.kind === 'package'
        ? purchase.offer.purchase_price
        : creditsPrice(count, priceOf(credits)),
    place: (amount, source) => orderPurchase(purchase, amount, source),
    onDone: (answer, paid) => {
      setBought({ answer, paid: paid && { ...paid, lines: [paidLine(purchase, paid.amount)] } });
      onBought?.();
    },
    refreshes: [packagesCall],
  });
  if (bought) {
    return (
      <ResultModal
        title={t`Payment received`}
        lead={bought.answer.successMessage}
        opened={opened}
        onClose={onClose}
        next={
          <Button component={Link} to={paths.exams} replace>
            <Trans>Exams</Trans>
          </Button>
        }
      >
        <div className={classes.balance}>
          <Text c="dimmed">{isForStaff ? t`The student now has` : t`You now have`}</Text>
          <CreditCount count={bought.answer.totCreditsAvailable} pill />
        </div>
        {bought.paid && <PaidCard paid={bought.paid} />}
        <Text c="dimmed">
          {isForStaff
            ? t`Next: register the student for an exam.`
            : t`Next: choose an exam. GET registers you with your credits.`}
        </Text>
      </ResultModal>
    );
  }
  const added = purchase.kind === 'package' ? purchase.offer.number_of_credits : count;
  return (
    <ModalFrame
      title={t`Buy credits`}
      opened={opened}
      onClose={onClose}
      width={896}
      bare
      busy={payment.busy}
    >
      <PayStep
        payment={payment}
        subject={
          <div>
            <Text fw={600}>
              {purchase.kind === 'package' ? purchase.offer.display_name : t`Single credits`}
            </Text>
            {purchase.kind === 'package' && <Text c="dimmed">{purchase.offer.description}</Text>}
          </div>
        }
        lines={[
          priceLine(purchase, credits),
          ...feeLines(purchase, credits),
          { label: t`Credits after paying`, value: String(credits.totalCredits + added) },
        ]}
        terms={t`Credits are not refundable and never expire.`}
      >
        {purchase.kind === 'credits' && (
          <div className={classes.count}>
            <div>
              <Text fw={600}>
                <Trans>Single credits</Trans>
              </Text>
              <Text c="dimmed" size="sm" className="num">
                <Trans>{money(priceOf(credits))} each</Trans>
              </Text>
            </div>
            <Stepper
              value={count}
              min={MIN_CREDITS}
              max={most}
              onChange={setCount}
              unit="credit"
              disabled={payment.busy || payment.unresolved}
            />
          </div>
        )}
      </PayStep>
    </ModalFrame>
  );
}

/** Uses the price that was paid; the current price may differ. */
function paidLine(purchase: Purchase, amount: number): PayLine {
  const number = purchase.kind === 'credits' ? purchase.count : purchase.offer.number_of_credits;
  const each = fromCents(Math.round(cents(amount) / Math.max(number, 1)));
  return { label: t`${creditsText(number)} at ${money(each)}`, value: money(amount) };
}

function priceLine(purchase: Purchase, credits: CreditsInfo): PayLine {
  const price = priceOf(credits);
  if (purchase.kind === 'credits') {
    return {
      label: t`${creditsText(purchase.count)} at ${money(price)}`,
      value: money(creditsPrice(purchase.count, price)),
    };
  }
  const { offer } = purchase;
  return {
    label: t`${creditsText(offer.number_of_credits)} at ${money(pricePerCredit(offer))}`,
    value: money(offer.purchase_price),
  };
}

/** Fees are never in the price; they are named with when they are due. R-077. */
function feeLines(purchase: Purchase, { standardProctorFee }: CreditsInfo): PayLine[] {
  const fee = purchase.kind === 'package' ? purchase.offer.proctor_fee_price : standardProctorFee;
  const additionalPrepaid = purchase.kind === 'package' && purchase.offer.no_additional_fees;
  return [
    fee === 0
      ? { label: t`Proctor fee`, value: t`Prepaid`, later: true }
      : {
          label: t`Proctor fee`,
          value: money(fee),
          note: t`For each exam, collected when you book or start`,
          later: true,
        },
    ...(additionalPrepaid ? [{ label: t`Additional fees`, value: t`Prepaid`, later: true }] : []),
  ];
}
