import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { cardBrand } from '@portal/contract/payments/card-checks';
import { useEffect } from 'react';
import { MaskedInput } from '../../forms/masked-input.tsx';
import { digitsOnly, expiryMask } from '../../forms/masks.ts';
import { loadAccept } from './accept.ts';
import classes from './card-form.module.css';
import { CardLogo } from './card-logo.tsx';
import { type CardFields, maskCardNumber } from './card-rules.ts';
import type { CardForm } from './use-card-form.ts';

/** The fields of a new card (M-14). They are sent to the processor only. */
export function CardFieldset({
  form,
  disabled = false,
  autoFocus = false,
}: {
  form: CardForm;
  disabled?: boolean;
  autoFocus?: boolean;
}) {
  useEffect(() => {
    loadAccept().catch(() => {}); // ahead of need; a failure shows when the card is sent
  }, []);
  const field = (name: keyof CardFields) => ({
    value: form.fields[name],
    error: form.errors[name],
    disabled,
    onBlur: () => form.leave(name),
  });
  return (
    <div className={classes.form}>
      <TextInput
        {...field('name')}
        ref={form.register('name')}
        className={classes.wide}
        label={t`Name on card`}
        data-autofocus={autoFocus || undefined}
        autoComplete="cc-name"
        maxLength={100}
        onChange={({ currentTarget }) => form.change('name', currentTarget.value)}
      />
      <MaskedInput
        {...field('number')}
        inputRef={form.register('number')}
        className={classes.wide}
        label={t`Card number`}
        placeholder="0000 0000 0000 0000"
        autoComplete="cc-number"
        mask={maskCardNumber}
        onChange={(value) => form.change('number', value)}
        rightSection={<CardLogo type={cardBrand(form.fields.number)} />}
        rightSectionWidth={60}
      />
      <MaskedInput
        {...field('expiry')}
        inputRef={form.register('expiry')}
        label={t`Expiry`}
        placeholder={t`MM/YY`}
        autoComplete="cc-exp"
        mask={expiryMask}
        onChange={(value) => form.change('expiry', value)}
      />
      <MaskedInput
        {...field('cvv')}
        inputRef={form.register('cvv')}
        label={t`CVV`}
        placeholder={t`3 or 4 digits`}
        autoComplete="cc-csc"
        mask={digitsOnly}
        onChange={(value) => form.change('cvv', value)}
      />
      <TextInput
        {...field('zip')}
        ref={form.register('zip')}
        label={t`Billing zip`}
        autoComplete="billing postal-code"
        maxLength={10}
        onChange={({ currentTarget }) => form.change('zip', currentTarget.value)}
      />
    </div>
  );
}
