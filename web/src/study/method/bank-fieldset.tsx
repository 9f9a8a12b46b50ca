import { t } from '@lingui/core/macro';
import { NativeSelect, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { MaskedInput } from '../../shared/forms/masked-input.tsx';
import { digitsOnly } from '../../shared/forms/masks.ts';
import { loadAccept } from '../../shared/payments/card-form/accept.ts';
import classes from '../study.module.css';
import { accountTypes, type BankFields, MAX_NAME } from './bank-rules.ts';
import type { BankForm } from './use-bank-form.ts';

/** The fields of a bank account. They are sent to the processor only. */
export function BankFieldset({ form, disabled = false }: { form: BankForm; disabled?: boolean }) {
  useEffect(() => {
    loadAccept().catch(() => {}); // ahead of need; a failure shows when the account is sent
  }, []);
  const field = (name: keyof BankFields) => ({
    value: form.fields[name],
    error: form.errors[name],
    disabled,
    onBlur: () => form.leave(name),
  });
  return (
    <div className={classes.bank}>
      <TextInput
        {...field('name')}
        ref={form.register('name')}
        label={t`Name on account`}
        autoComplete="name"
        maxLength={MAX_NAME}
        onChange={({ currentTarget }) => form.change('name', currentTarget.value)}
      />
      <NativeSelect
        {...field('type')}
        ref={form.register('type')}
        label={t`Account type`}
        size="md"
        data={accountTypes}
        onChange={({ currentTarget }) => form.change('type', currentTarget.value)}
      />
      <MaskedInput
        {...field('routing')}
        inputRef={form.register('routing')}
        label={t`Routing number`}
        placeholder={t`9 digits`}
        autoComplete="off"
        mask={digitsOnly}
        onChange={(value) => form.change('routing', value)}
      />
      <MaskedInput
        {...field('account')}
        inputRef={form.register('account')}
        label={t`Account number`}
        placeholder={t`4 to 17 digits`}
        autoComplete="off"
        mask={digitsOnly}
        onChange={(value) => form.change('account', value)}
      />
    </div>
  );
}
