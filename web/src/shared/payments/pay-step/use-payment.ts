import type { CallAnswer, CallInput, CallSpec } from '@portal/contract/call';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { answerKey, type Named } from '../../api/calls.ts';
import { CallFailure, isRefusal, KeyPerTry, sendWithKey, type Wire } from '../../api/client.ts';
import { useOneAtATime } from '../../api/one-at-a-time.ts';
import { creditsCall, paymentMethodsCall } from '../../api/student.ts';
import { type About, useAbout } from '../../api/student-in-view.tsx';
import {
  type CardName,
  type PaymentChoice,
  type PaymentSource,
  usePaymentChoice,
} from '../card-form/payment-chooser.tsx';

/** A paying call, ready to be sent: the same one again after no answer. */
export interface Order<Answer> {
  send: (keys: KeyPerTry, about: About) => Promise<Answer>;
}
/** Returns the call and its input, once the payment method is known. */
export const order = <Spec extends CallSpec>(
  call: Wire<Spec>,
  input: CallInput<Spec>,
): Order<CallAnswer<Spec>> => ({
  send: (keys, about) => sendWithKey(call, { ...about, ...input }, keys),
});

/** A payment that went through. */
export interface Paid {
  /** Dollars. */
  amount: number;
  /** The card that paid; null: it is no longer known. */
  card: CardName | null;
  /** When its answer came. */
  at: Date;
}

interface PaymentOptions<Answer> {
  /** Names the purchase ('package 4', '3 credits'): another one resets a changed amount. */
  subject: string;
  /** Dollars that the person agrees to, from the server's prices. */
  amount: number;
  /** `source` is null when the amount is 0: no card is needed then. */
  place: (amount: number, source: PaymentSource | null) => Order<Answer>;
  /** `paid` is null when there was nothing to pay. */
  onDone: (answer: Answer, paid: Paid | null) => void;
  /** Calls whose answers the payment changes, besides credits and saved cards. */
  refreshes?: readonly Named[];
}

export interface Payment {
  /** Dollars to pay now. */
  amount: number;
  /** Dollars shown before the server said otherwise. */
  oldAmount: number | null;
  choice: PaymentChoice;
  agreed: boolean;
  agree: (agreed: boolean) => void;
  pay: () => void;
  busy: boolean;
  error: Error | null;
  /**
   * The outcome of the last try is unknown: nothing may be changed, and the same try can be sent
   * again.
   */
  unresolved: boolean;
}

/** A submitted order with its amount and card. */
interface Sent<Answer> extends Omit<Paid, 'at'> {
  order: Order<Answer>;
}
interface Done<Answer> {
  answer: Answer;
  by: Sent<Answer>;
}

/**
 * Returns whether the change may have been made. An expired session makes none; requests before it
 * ended may have.
 */
const isOpen = (error: unknown, tries: KeyPerTry): boolean =>
  error instanceof CallFailure && !error.isFinal && (error.status !== 401 || tries.isDoubtful);

/**
 * A payment: the card, the terms, one Idempotency-Key per try, and the handling of failures. R-078,
 *
 */
export function usePayment<Answer>({
  subject,
  amount,
  place,
  onDone,
  refreshes = [],
}: PaymentOptions<Answer>): Payment {
  const client = useQueryClient();
  const about = useAbout();
  const choice = usePaymentChoice();
  const [agreed, agree] = useState(false);
  const [change, setChange] = useState<{ subject: string; from: number; to: number } | null>(null);
  const [open, setOpen] = useState<Sent<Answer> | null>(null);
  const keys = useRef<KeyPerTry>(null);
  keys.current ??= new KeyPerTry();
  const tries = keys.current;

  const changed = change?.subject === subject ? change : null;
  const toPay = changed?.to ?? amount;
  const refresh = () => {
    for (const call of [creditsCall, paymentMethodsCall, ...refreshes])
      void client.invalidateQueries({ queryKey: answerKey(call) });
  };

  const sent = async (): Promise<Sent<Answer>> => {
    const source = toPay > 0 ? await choice.source() : null;
    return { order: place(toPay, source), amount: toPay, card: source && choice.cardOf(source) };
  };
  const { mutateAsync, reset, error, isPending } = useMutation<Done<Answer>, Error, void>({
    mutationFn: async () => {
      const now = open ?? (await sent());
      setOpen(now);
      return { answer: await now.order.send(tries, about), by: now };
    },
    onSuccess: ({ answer, by: { amount: paid, card } }) => {
      setOpen(null);
      refresh();
      onDone(answer, paid > 0 ? { amount: paid, card, at: new Date() } : null);
    },
    onError: (failure) => {
      if (isOpen(failure, tries)) return;
      setOpen(null);
      if (!isRefusal(failure, 'amount_changed')) return;
      const { expected } = failure.problem;
      if (expected === undefined) return;
      setChange({ subject, from: toPay, to: expected });
      agree(false);
      refresh();
    },
  });

  // each new card gets a token of its own, so that two presses would be two payments
  const pay = useOneAtATime(() =>
    mutateAsync().then(
      () => {},
      () => {}, // reported in `error`
    ),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject clears the error
  useEffect(() => reset(), [subject, reset]);

  return {
    amount: toPay,
    oldAmount: changed && changed.from !== changed.to ? changed.from : null,
    choice,
    agreed,
    agree,
    pay,
    busy: isPending,
    error,
    unresolved: open !== null && isOpen(error, tries),
  };
}
