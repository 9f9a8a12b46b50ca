import { t } from '@lingui/core/macro';
import type { TtiPaymentMethod } from '@portal/contract/seminary/study';
import { IconBuildingBank, IconCreditCard } from '@tabler/icons-react';
import { useId } from 'react';
import { ChoiceCard, ChoiceGroup } from '../../shared/forms/choice-card.tsx';
import { CardFieldset } from '../../shared/payments/card-form/card-form.tsx';
import { NewCardLogo } from '../../shared/payments/card-form/card-logo.tsx';
import { methodText } from '../api.ts';
import classes from '../study.module.css';
import { BankFieldset } from './bank-fieldset.tsx';
import type { Choice, MethodChoice } from './use-method-choice.ts';

/** The icon of a payment method, on its plate. */
export function MethodIcon({ type }: { type: TtiPaymentMethod['PaymentMethodType'] }) {
  const Icon = type === 'ACH' ? IconBuildingBank : IconCreditCard;
  return (
    <span className={classes.plate} aria-hidden="true">
      <Icon size={18} stroke={1.8} />
    </span>
  );
}

interface MethodChooserProps {
  choice: MethodChoice;
  /** Offered as the first choice; its panel has nothing to fill in. */
  current: TtiPaymentMethod | null;
  legend: string;
  disabled?: boolean;
}

/**
 * The current payment method, a new card or a bank account; the form of the selected one opens
 * below it.
 */
export function MethodChooser({ choice, current, legend, disabled = false }: MethodChooserProps) {
  const name = useId();
  const card = (value: Choice) => ({
    name,
    value,
    checked: choice.chosen === value,
    disabled,
    onChoose: () => choice.choose(value),
  });
  return (
    <ChoiceGroup legend={legend}>
      {current && (
        <ChoiceCard
          {...card('current')}
          icon={<MethodIcon type={current.PaymentMethodType} />}
          title={methodText(current)}
          note={t`Current payment method`}
        />
      )}
      <ChoiceCard {...card('card')} icon={<NewCardLogo />} title={t`New card`}>
        <CardFieldset form={choice.card} disabled={disabled} />
      </ChoiceCard>
      <ChoiceCard
        {...card('bank')}
        disabled={disabled || !choice.takesAch}
        icon={<MethodIcon type="ACH" />}
        title={t`Bank account`}
        note={choice.takesAch ? t`ACH, from a checking or savings account` : t`ACH not available`}
      >
        <BankFieldset form={choice.bank} disabled={disabled} />
      </ChoiceCard>
    </ChoiceGroup>
  );
}
