import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { useBotCheckStep, wantsBotCheck } from '../shared/forms/bot-check/use-bot-check.tsx';
import { isDateOfBirth, isEmail, isSsn4 } from '../shared/forms/fields.ts';
import { MaskedInput } from '../shared/forms/masked-input.tsx';
import { dateMask, lastFourMask } from '../shared/forms/masks.ts';
import { useFields } from '../shared/forms/use-fields.ts';
import classes from '../shared/sign-in/sign-in-card.module.css';
import { SignInCard } from '../shared/sign-in/sign-in-card.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import { useCheckStudentId, useRegister } from './api.ts';
import { MailSentCard } from './mail-sent-card.tsx';

interface Identity {
  ssn: string;
  dob: string;
}

/** S-02: identifies the student, then asks for the email address that gets the link. R-002. */
export function SignUpCard() {
  const [identity, setIdentity] = useState<Identity | null>(null);
  const [proven, setProven] = useState(false);
  if (identity && proven) return <EmailStep identity={identity} onBack={() => setProven(false)} />;
  return (
    <IdentityStep
      known={identity}
      onProven={(found) => {
        setIdentity(found);
        setProven(true);
      }}
    />
  );
}

const title = t`New here?`;
const subtitle = t`Create an online account.`;
/**
 * Does not say whose tries they were: another person of the same school, or with the same birth
 * date, may have made them.
 */
const whyCheck = t`There have been several tries that did not match. To protect our students, please pass this check before you go on.`;

function IdentityStep({
  known,
  onProven,
}: {
  known: Identity | null;
  onProven: (identity: Identity) => void;
}) {
  const { values, valid, field, set } = useFields(
    {
      ssn: (value) => (isSsn4(value) ? null : t`Enter 4 digits.`),
      dob: (value) => (isDateOfBirth(value) ? null : t`Enter a valid date.`),
    },
    known ?? {},
  );
  const check = useCheckStudentId(() => onProven(values));
  const bot = useBotCheckStep(whyCheck);
  const submit = async () => {
    if (valid && (await bot.pass())) check.mutate(values, { onError: bot.refused });
  };
  return (
    <SignInCard title={title} subtitle={subtitle} order={2} onSubmit={() => void submit()}>
      <div className={classes.pair}>
        <MaskedInput
          {...field('ssn')}
          label={t`Last 4 of SSN`}
          placeholder="0000"
          mask={lastFourMask}
          onChange={(value) => set('ssn', value)}
          autoComplete="off"
          autoFocus={known !== null}
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
      <CallError error={wantsBotCheck(check.error) ? null : check.error} />
      {bot.element}
      <Button
        type="submit"
        size="md"
        fullWidth
        disabled={!valid}
        loading={check.isPending || bot.isPending}
      >
        <Trans>Next</Trans>
      </Button>
    </SignInCard>
  );
}

function EmailStep({ identity, onBack }: { identity: Identity; onBack: () => void }) {
  const register = useRegister();
  const { values, valid, input } = useFields({
    email: (value) => (isEmail(value) ? null : t`Email invalid`),
  });
  const bot = useBotCheckStep(whyCheck);
  const [sent, setSent] = useState<{ message: string; email: string; times: number } | null>(null);
  const submit = async () => {
    if (!valid || !(await bot.pass())) return;
    const email = values.email.trim();
    register.mutate(
      { ...identity, email },
      {
        onError: bot.refused,
        onSuccess: ({ message }) =>
          setSent((before) => ({ message, email, times: (before?.times ?? 0) + 1 })),
      },
    );
  };
  if (sent && !wantsBotCheck(register.error)) {
    return (
      <MailSentCard
        title={title}
        message={sent.message}
        email={sent.email}
        times={sent.times}
        busy={register.isPending || bot.isPending}
        error={register.error}
        onAgain={() => void submit()}
        onOtherAddress={() => setSent(null)}
      />
    );
  }
  return (
    <SignInCard title={title} subtitle={subtitle} order={2} onSubmit={() => void submit()}>
      <Text>
        <Trans>Please enter your email.</Trans>
      </Text>
      <TextInput
        {...input('email')}
        label={t`Email`}
        type="email"
        inputMode="email"
        autoComplete="email"
        data-autofocus
        autoFocus
      />
      <CallError error={wantsBotCheck(register.error) ? null : register.error} />
      {bot.element}
      <Button
        type="submit"
        size="md"
        fullWidth
        disabled={!valid}
        loading={register.isPending || bot.isPending}
      >
        <Trans>Sign up</Trans>
      </Button>
      <Button
        variant="subtle"
        size="md"
        leftSection={<IconArrowLeft size={18} stroke={1.8} aria-hidden="true" />}
        onClick={onBack}
        disabled={register.isPending}
      >
        <Trans>Back</Trans>
      </Button>
    </SignInCard>
  );
}
