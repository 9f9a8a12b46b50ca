import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, PasswordInput, Text } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { isDateOfBirth, isNewPassword, isSsn4, passwordHint } from '../shared/forms/fields.ts';
import { MaskedInput } from '../shared/forms/masked-input.tsx';
import { dateMask, lastFourMask } from '../shared/forms/masks.ts';
import { PasswordChecklist } from '../shared/forms/password-checklist.tsx';
import { newPasswordField } from '../shared/forms/show-password.ts';
import { useFields } from '../shared/forms/use-fields.ts';
import classes from '../shared/sign-in/sign-in-card.module.css';
import { SignInCard } from '../shared/sign-in/sign-in-card.tsx';
import { CallError, Note, Outcome } from '../shared/ui/feedback.tsx';
import { useReleaseAddress, useSetPassword } from './api.ts';

interface UnconfirmedResetCardProps {
  title: string;
  id: number;
  token: string;
  /** Why a password is not taken. */
  passwordTrouble: string;
}

/**
 * S-05 when no emailed link of the address was ever followed: the creator of the account proves to
 * be its student; any other person gets the address back.
 */
export function UnconfirmedResetCard(props: UnconfirmedResetCardProps) {
  const [mine, setMine] = useState(true);
  return mine ? (
    <OwnAccountCard {...props} onNotMine={() => setMine(false)} />
  ) : (
    <ReleaseCard {...props} onBack={() => setMine(true)} />
  );
}

function OwnAccountCard({
  title,
  id,
  token,
  passwordTrouble,
  onNotMine,
}: UnconfirmedResetCardProps & { onNotMine: () => void }) {
  const save = useSetPassword();
  const { values, valid, field, input, set } = useFields({
    ssn: (value) => (isSsn4(value) ? null : t`Enter 4 digits.`),
    dob: (value) => (isDateOfBirth(value) ? null : t`Enter a valid date.`),
    password: (value) => (isNewPassword(value) ? null : passwordTrouble),
  });
  if (save.data)
    return <Done title={title} message={save.data.message} to="/login?comingFromResetPass=1" />;
  return (
    <SignInCard
      title={title}
      subtitle={passwordHint}
      onSubmit={() => valid && save.mutate({ ...values, studentId: id, type: 'reset', token })}
    >
      <Note tone="slate" icon={IconInfoCircle}>
        <Trans>
          Your email address is not confirmed yet. Please enter the last 4 digits of your SSN and
          your date of birth, too.
        </Trans>
      </Note>
      <div className={classes.pair}>
        <MaskedInput
          {...field('ssn')}
          label={t`Last 4 of SSN`}
          placeholder="0000"
          mask={lastFourMask}
          onChange={(value) => set('ssn', value)}
          autoComplete="off"
        />
        <MaskedInput
          {...field('dob')}
          label={t`Date of birth`}
          placeholder={t`MM/DD/YYYY`}
          mask={dateMask}
          onChange={(value) => set('dob', value)}
          autoComplete="bday"
        />
      </div>
      <PasswordInput
        {...input('password')}
        {...newPasswordField}
        label={t`Password`}
        aria-describedby="password-needs"
      />
      <PasswordChecklist password={values.password} id="password-needs" />
      <CallError error={save.error} />
      <Button type="submit" size="md" fullWidth disabled={!valid} loading={save.isPending}>
        <Trans>Save</Trans>
      </Button>
      <Button variant="subtle" size="md" onClick={onNotMine} disabled={save.isPending}>
        <Trans>This is not my account</Trans>
      </Button>
    </SignInCard>
  );
}

/** The same function at each render, or the focus would be taken again and again. */
const focus = (heading: HTMLElement | null): void => heading?.focus();

function ReleaseCard({
  title,
  id,
  token,
  onBack,
}: UnconfirmedResetCardProps & { onBack: () => void }) {
  const release = useReleaseAddress();
  if (release.data) return <Done title={title} message={release.data.message} to="/login" />;
  return (
    <SignInCard
      title={t`This is not my account`}
      titleRef={focus}
      onSubmit={() => release.mutate({ studentId: id, token })}
    >
      <Text>
        <Trans>
          Somebody signed up to JSE with your email address. If it was not you, take your address
          back: nobody can log in with it any more, and you can use it to create an account of your
          own.
        </Trans>
      </Text>
      <CallError error={release.error} />
      <Button type="submit" size="md" fullWidth loading={release.isPending}>
        <Trans>Take my address back</Trans>
      </Button>
      <Button variant="subtle" size="md" onClick={onBack} disabled={release.isPending}>
        <Trans>Back</Trans>
      </Button>
    </SignInCard>
  );
}

function Done({ title, message, to }: { title: string; message: string; to: string }) {
  return (
    <SignInCard title={title}>
      <Outcome>
        <Note tone="moss" icon={IconCircleCheck}>
          {message}
        </Note>
      </Outcome>
      <Button component={Link} to={to} size="md" fullWidth>
        <Trans>Go to login</Trans>
      </Button>
    </SignInCard>
  );
}
