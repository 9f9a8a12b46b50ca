import { t } from '@lingui/core/macro';
import type { NewCardFields, PaymentMethod, SavedCard } from '@portal/contract/payments/cards';
import { useId, useState } from 'react';
import { usePaymentMethods } from '../../api/student.ts';
import { ChoiceCard, ChoiceGroup } from '../../forms/choice-card.tsx';
import { BlockSkeleton, CallError } from '../../ui/feedback.tsx';
import { tokenize } from './accept.ts';
import { CardBadge } from './card-badge.tsx';
import { CardFieldset } from './card-form.tsx';
import { CardLogo, NewCardLogo } from './card-logo.tsx';
import { cardFieldsInvalid, noPaymentMethod } from './card-rules.ts';
import { cardText, defaultFirst, expiryText, offeredCard } from './card-text.ts';
import { type CardForm, useCardForm } from './use-card-form.ts';

/** The facts that distinguish a card. */
export type CardName = Pick<PaymentMethod, 'cardtype' | 'cc4digits'>;

/**
 * The payment input of a call: a saved card, or a new one as a token of the processor's library.
 */
export type PaymentSource = SavedCard | NewCardFields;

const NEW = 'new';

export interface PaymentChoice {
  chosen: string | null;
  choose: (value: string) => void;
  form: CardForm;
  /**
   * The source to pay with. Fails with the sentence to show: nothing chosen, fields wrong, refused
   * by the processor's library.
   */
  source: () => Promise<PaymentSource>;
  /** How a card that pays is called; null: it is no longer known. */
  cardOf: (source: PaymentSource) => CardName | null;
}

/**
 * The selected card or the form of a new one. Until the person chooses or types, selects the
 * default card, or the newest usable saved one, also when the list loads late; without one, the
 * form. A selected card that is removed or expires is deselected.
 */
export function usePaymentChoice(): PaymentChoice {
  const [picked, choose] = useState<string | null>(null);
  const form = useCardForm();
  const { data: saved } = usePaymentMethods();
  const isTyping = Object.values(form.fields).some((field) => field !== '');
  const offered = saved && (offeredCard(saved)?.ccId ?? NEW);
  const isGone =
    picked !== null &&
    picked !== NEW &&
    saved &&
    !saved.some(({ ccId, expired }) => ccId === picked && !expired);
  const chosen = (isGone ? null : picked) ?? (isTyping ? NEW : (offered ?? null));
  return {
    chosen,
    choose,
    form,
    source: async () => {
      if (chosen === null) throw new Error(noPaymentMethod);
      if (chosen !== NEW) return { ccId: chosen };
      const card = form.check();
      if (!card) throw new Error(cardFieldsInvalid);
      return tokenize(card);
    },
    cardOf: (source) =>
      'ccId' in source
        ? (saved?.find(({ ccId }) => ccId === source.ccId) ?? null)
        : { cardtype: source.cardType, cc4digits: source.ccLast4 },
  };
}

/** Saved cards and 'New card' (M-13, M-14). */
export function PaymentChooser({
  choice,
  disabled = false,
}: {
  choice: PaymentChoice;
  disabled?: boolean;
}) {
  const name = useId();
  const methods = usePaymentMethods();
  const { chosen, choose } = choice;
  if (methods.isPending) return <BlockSkeleton height={132} />;
  const saved = defaultFirst(methods.data ?? []);
  return (
    <>
      <CallError
        error={methods.error}
        onRetry={() => void methods.refetch()}
        busy={methods.isFetching}
      />
      <ChoiceGroup legend={t`Payment method`}>
        {saved.map((method) => (
          <ChoiceCard
            key={method.ccId}
            name={name}
            value={method.ccId}
            checked={chosen === method.ccId}
            onChoose={choose}
            disabled={disabled || method.expired}
            icon={<CardLogo type={method.cardtype} />}
            title={cardText(method)}
            note={
              method.expired
                ? t`${expiryText(method)}. It cannot be used to pay.`
                : expiryText(method)
            }
            right={<CardBadge method={method} />}
          />
        ))}
        <ChoiceCard
          name={name}
          value={NEW}
          checked={chosen === NEW}
          onChoose={choose}
          disabled={disabled}
          icon={<NewCardLogo />}
          title={t`New card`}
        >
          <CardFieldset form={choice.form} disabled={disabled} />
        </ChoiceCard>
      </ChoiceGroup>
    </>
  );
}
