import { Button, Text } from '@mantine/core';
import type { CallAnswer } from '@portal/contract/call';
import type { CreditsInfo } from '@portal/contract/credits';
import type { purchaseCredits } from '@portal/contract/payments';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { CreditCount } from '../shared/coin.tsx';
import { Note, Outcome } from '../shared/feedback.tsx';
import { ModalFrame } from '../shared/modal-frame.tsx';
import { creditsText, money } from '../shared/money.ts';
import { type PayLine, PayStep } from '../shared/pay-step/pay-step.tsx';
import { usePayment } from '../shared/pay-step/use-payment.ts';
import { Stepper } from '../shared/stepper.tsx';
import { orderPurchase, packagesCall } from './api.ts';
import classes from './buy-modal.module.css';
import { creditsPrice, FEWEST_CREDITS, MOST_CREDITS, type Purchase, pricePerCredit, STANDARD_FEE, USUAL_CREDITS } from './purchase.ts';

interface BuyModalProps {
  opened: boolean;
  onClose: () => void;
  /** What was chosen on the page. Mount the modal anew for each choice. */
  purchase: Purchase;
  credits: CreditsInfo;
}

/** M-05 without an exam: pays for a package or for single credits, then says what was added (M-17). */
export function BuyModal({ opened, onClose, purchase: chosen, credits }: BuyModalProps) {
  const [count, setCount] = useState(chosen.kind === 'credits' ? chosen.count : USUAL_CREDITS);
  const [bought, setBought] = useState<CallAnswer<typeof purchaseCredits> | null>(null);
  const purchase: Purchase = chosen.kind === 'credits' ? { kind: 'credits', count } : chosen;
  const payment = usePayment({
    subject: purchase.kind === 'package' ? `package ${purchase.offer.id}` : creditsText(count),
    amount: purchase.kind === 'package' ? purchase.offer.purchase_price : creditsPrice(count, credits.pricePerCredit),
    place: (amount, source) => orderPurchase(purchase, amount, source),
    onDone: setBought,
    refreshes: [packagesCall],
  });
  if (bought) {
    return (
      <ModalFrame
        title="Payment received"
        opened={opened}
        onClose={onClose}
        foot={
          <>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button component={Link} to="/">
              Exams
            </Button>
          </>
        }
      >
        <Outcome>
          <Note tone="moss" icon={IconCircleCheck}>
            {bought.successMessage}
          </Note>
          <div className={classes.balance}>
            <Text c="dimmed">You have now</Text>
            <CreditCount count={bought.totCreditsAvailable} pill />
          </div>
        </Outcome>
      </ModalFrame>
    );
  }
  const added = purchase.kind === 'package' ? purchase.offer.number_of_credits : count;
  return (
    <ModalFrame title="Buy credits" opened={opened} onClose={onClose} width={896} bare busy={payment.busy}>
      <PayStep
        payment={payment}
        subject={
          <div>
            <Text fw={600}>{purchase.kind === 'package' ? purchase.offer.display_name : 'Single credits'}</Text>
            {purchase.kind === 'package' && <Text c="dimmed">{purchase.offer.description}</Text>}
          </div>
        }
        lines={[
          priceLine(purchase, credits),
          ...feeLines(purchase),
          { label: 'Credits after paying', value: String(credits.totalCredits + added) },
        ]}
        terms="Credits are not refundable and never expire."
      >
        {purchase.kind === 'credits' && (
          <div className={classes.count}>
            <div>
              <Text fw={600}>Single credits</Text>
              <Text c="dimmed" size="sm" className="num">
                {money(credits.pricePerCredit)} each
              </Text>
            </div>
            <Stepper
              value={count}
              min={FEWEST_CREDITS}
              max={MOST_CREDITS}
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

function priceLine(purchase: Purchase, { pricePerCredit: price }: CreditsInfo): PayLine {
  if (purchase.kind === 'credits') {
    return { label: `${creditsText(purchase.count)} at ${money(price)}`, value: money(creditsPrice(purchase.count, price)) };
  }
  const { offer } = purchase;
  return { label: `${creditsText(offer.number_of_credits)} at ${money(pricePerCredit(offer))}`, value: money(offer.purchase_price) };
}

/** Fees are never in the price; they are named with when they are due. R-077. */
function feeLines(purchase: Purchase): PayLine[] {
  const fee = purchase.kind === 'package' ? purchase.offer.proctor_fee_price : STANDARD_FEE;
  const additionalPrepaid = purchase.kind === 'package' && purchase.offer.no_additional_fees;
  return [
    fee === 0
      ? { label: 'Proctor fee', value: 'Prepaid', later: true }
      : { label: 'Proctor fee', value: money(fee), note: 'For each exam, collected when you book or start', later: true },
    ...(additionalPrepaid ? [{ label: 'Additional fees', value: 'Prepaid', later: true }] : []),
  ];
}
