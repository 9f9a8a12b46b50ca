import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  Anchor,
  Button,
  Checkbox,
  NativeSelect,
  PasswordInput,
  Text,
  TextInput,
} from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { passwordHint } from '../shared/forms/fields.ts';
import { MaskedInput } from '../shared/forms/masked-input.tsx';
import { dateMask, lastFourMask } from '../shared/forms/masks.ts';
import { PasswordChecklist } from '../shared/forms/password-checklist.tsx';
import { newPasswordField } from '../shared/forms/show-password.ts';
import { SignInCard } from '../shared/sign-in/sign-in-card.tsx';
import { Note } from '../shared/ui/feedback.tsx';
import classes from './enrol.module.css';
import { type FieldName, fieldRules } from './person-fields.ts';
import type { PersonForm } from './use-person-form.ts';

const genders = [
  { value: '', label: t`Choose` },
  { value: '1', label: t`Male` },
  { value: '2', label: t`Female` },
];

interface KnownPerson {
  email: string;
  college: string;
  school: string | null;
}

/**
 * The form of S-06: facts of the invitation are prefilled and read-only; the person fills in the
 * rest.
 */
export function PersonFormCard({
  form,
  known,
  trouble,
  onDone,
}: {
  form: PersonForm;
  known: KnownPerson;
  trouble: ReactNode;
  onDone: () => void;
}) {
  const ready = form.missing.length === 0;
  return (
    <SignInCard title={t`Create account`} onSubmit={() => ready && form.check() && onDone()}>
      {trouble}
      <Part title={t`About you`}>
        <Field form={form} name="firstName" autoComplete="given-name" />
        <Field form={form} name="lastName" autoComplete="family-name" />
        <Field form={form} name="maidenName" autoComplete="off" />
        <NativeSelect
          {...ofField(form, 'gender')}
          ref={form.register('gender')}
          size="md"
          data={genders}
          autoComplete="sex"
          onChange={({ currentTarget }) => form.change('gender', currentTarget.value)}
        />
        <MaskedInput
          {...ofField(form, 'dob')}
          className={classes.half}
          inputRef={form.register('dob')}
          placeholder={t`MM/DD/YYYY`}
          mask={dateMask}
          autoComplete="bday"
          onChange={(value) => form.change('dob', value)}
        />
        <MaskedInput
          {...ofField(form, 'last4ssn')}
          className={classes.half}
          inputRef={form.register('last4ssn')}
          placeholder="0000"
          mask={lastFourMask}
          autoComplete="off"
          onChange={(value) => form.change('last4ssn', value)}
        />
      </Part>
      <Part title={t`Contact`}>
        <Field form={form} name="cellphone" type="tel" inputMode="tel" autoComplete="mobile tel" />
        <Field form={form} name="phone" type="tel" inputMode="tel" autoComplete="home tel" />
        <div className={classes.wide}>
          <Field form={form} name="address" autoComplete="street-address" />
        </div>
        <Field form={form} name="city" autoComplete="address-level2" />
        <Field form={form} name="state" half autoComplete="address-level1" />
        <Field form={form} name="zip" half autoComplete="postal-code" />
        <Field form={form} name="country" autoComplete="country-name" />
      </Part>
      <Part title={t`Study`}>
        <Fixed label={t`College`} value={known.college} />
        {known.school && <Fixed label={t`School`} value={known.school} />}
      </Part>
      <Part title={t`Login`}>
        <Fixed label={t`Email`} value={known.email} autoComplete="username" />
        <PasswordInput
          {...ofField(form, 'password')}
          {...newPasswordField}
          aria-describedby="password-needs"
          ref={form.register('password')}
          className={classes.wide}
          description={passwordHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={form.trouble('password')?.message}
          onChange={({ currentTarget }) => form.change('password', currentTarget.value)}
        />
        <div className={classes.wide}>
          <PasswordChecklist password={form.fields.password} id="password-needs" />
        </div>
      </Part>
      <Note tone="slate" icon={IconInfoCircle}>
        <Trans>
          Correcting a wrong SSN costs $50. Changes to your personal information must be reported to
          the office within 30 days.
        </Trans>
      </Note>
      <Checkbox
        checked={form.agreed}
        onChange={({ currentTarget }) => form.agree(currentTarget.checked)}
        label={
          <Trans>
            I agree to the{' '}
            <Anchor href="/documents/terms.pdf" target="_blank" rel="noopener" underline="always">
              terms
            </Anchor>
            .
          </Trans>
        }
      />
      <div>
        <Button
          type="submit"
          size="md"
          fullWidth
          disabled={!ready}
          aria-describedby={ready ? undefined : 'still-needed'}
        >
          <Trans>Continue</Trans>
        </Button>
        {!ready && (
          <Text id="still-needed" c="dimmed" size="sm" mt={8} ta="center">
            {neededText(form.missing)}
          </Text>
        )}
      </div>
    </SignInCard>
  );
}

const AT_A_GLANCE = 4;
/** Why the review cannot open yet. */
function neededText(missing: readonly string[]): string {
  return missing.length > AT_A_GLANCE
    ? t`Fill in the required fields and agree to the terms.`
    : t`Still needed: ${missing.join(', ')}.`;
}

/** The facts of the invitation. */
function Fixed(field: { label: string; value: string; autoComplete?: string }) {
  return (
    <TextInput
      {...field}
      className={classes.wide}
      readOnly
      classNames={{ input: classes.fixed ?? '' }}
    />
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.part}>
      <legend>{title}</legend>
      <div className={classes.grid}>{children}</div>
    </fieldset>
  );
}

/**
 * Returns the common props of a field: label, value, and its error once the person left the field.
 */
function ofField(form: PersonForm, name: FieldName) {
  const { label, optional } = fieldRules[name];
  const trouble = form.trouble(name);
  return {
    label: optional ? t`${label} (optional)` : label,
    value: form.fields[name],
    error: trouble && (
      <>
        {trouble.message}
        {trouble.repair && <span className={classes.repair}>{trouble.repair}</span>}
      </>
    ),
    onBlur: () => form.leave(name),
  };
}

interface FieldProps {
  form: PersonForm;
  name: FieldName;
  autoComplete: string;
  type?: 'tel';
  inputMode?: 'tel';
  /** Two of these stand side by side on a phone too. */
  half?: boolean;
}

function Field({ form, name, half = false, ...rest }: FieldProps) {
  return (
    <TextInput
      {...ofField(form, name)}
      {...rest}
      className={half ? classes.half : undefined}
      ref={form.register(name)}
      maxLength={100}
      onChange={({ currentTarget }) => form.change(name, currentTarget.value)}
    />
  );
}
