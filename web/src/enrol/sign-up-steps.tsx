import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { CallFailure } from '../shared/api/client.ts';
import { BotCheck } from '../shared/forms/bot-check/bot-check.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import { useBotCheckAnswer, useSignUp } from './api.ts';
import { DuplicateModal } from './duplicate-modal.tsx';
import type { InviteLink } from './invite-link.ts';
import {
  type FieldName,
  fieldNames,
  fieldRules,
  type PersonFields,
  personOf,
} from './person-fields.ts';
import { PersonFormCard } from './person-form.tsx';
import { ReviewCard } from './review-card.tsx';
import { usePersonForm } from './use-person-form.ts';

const confirm = t`Please confirm that you are not a robot.`;
const notPassed = t`The check was not passed. Please try again.`;
/** After these the server wants a new check: the proof of the old one is used up, or was none. */
const wantsNewCheck = ['duplicate_student', 'email_taken', 'bot_check_needed'];

interface SignUpStepsProps {
  link: InviteLink;
  /** The secret of the mailed link, without which the server grants nothing of an invitation. */
  invitation: string | null;
  college: string;
  onDone: () => void;
}

/**
 * The form, then the review with the bot check, then the save. Typed values survive every failure.
 */
export function SignUpSteps({ link, invitation, college, onDone }: SignUpStepsProps) {
  const form = usePersonForm();
  const [step, setStep] = useState<'form' | 'review'>('form');
  const [duplicate, setDuplicate] = useState({ opened: false, message: '' });
  const [failure, setFailure] = useState<Error | null>(null);
  const [check, setCheck] = useState({
    round: 0,
    token: null as string | null,
    passed: false,
    trouble: null as string | null,
  });
  const verify = useBotCheckAnswer();
  const add = useSignUp();
  const known = { email: link.email, college, school: link.schoolName };

  const askAgain = (trouble: string | null) =>
    setCheck(({ round }) => ({ round: round + 1, token: null, passed: false, trouble }));
  const go = (to: typeof step) => {
    setStep(to);
    setFailure(null);
    if (!check.passed) askAgain(null);
  };
  const refused = (error: Error) => {
    const problem = error instanceof CallFailure ? error : null;
    if (wantsNewCheck.includes(problem?.code ?? ''))
      askAgain(problem?.code === 'bot_check_needed' ? error.message : null);
    if (problem?.code === 'bot_check_needed') return;
    if (problem?.code === 'duplicate_student')
      return setDuplicate({ opened: true, message: error.message });
    setFailure(error);
    if (problem?.code !== 'invalid') return;
    setStep('form');
    form.refuse(problem.problem.errors ?? []);
  };

  const save = async () => {
    setFailure(null);
    if (!check.passed) {
      if (check.token === null) return setCheck((before) => ({ ...before, trouble: confirm }));
      try {
        const { success } = await verify.mutateAsync({ recaptchaToken: check.token });
        if (!success) return askAgain(notPassed);
      } catch (error) {
        askAgain(null); // the token may be used up, and is valid only once
        return setFailure(error as Error);
      }
      setCheck((before) => ({ ...before, passed: true, trouble: null }));
    }
    const {
      firstName = '',
      lastName = '',
      dob = '',
      gender,
      cellphone = '',
      address = '',
      city = '',
      zip = '',
      country = '',
      ...rest
    } = personOf(form.fields);
    const input = {
      firstName,
      lastName,
      dob,
      gender: gender as '1' | '2',
      cellphone,
      address,
      city,
      zip,
      country,
      ...rest,
      email: link.email,
      ...(invitation === null ? {} : { invitation }),
    };
    add.mutate(input, { onSuccess: onDone, onError: refused });
  };

  if (step === 'form')
    return (
      <PersonFormCard
        form={form}
        known={known}
        trouble={<CallError error={failure} />}
        onDone={() => go('review')}
      />
    );
  return (
    <>
      <ReviewCard
        facts={factsOf(form.fields, known)}
        check={
          check.passed ? null : (
            <BotCheck
              key={check.round}
              trouble={check.trouble}
              onToken={(token) =>
                setCheck((before) => ({ ...before, token, trouble: token ? null : before.trouble }))
              }
            />
          )
        }
        trouble={<CallError error={failure} />}
        busy={verify.isPending || add.isPending}
        onBack={() => go('form')}
        onSave={() => void save()}
      />
      <DuplicateModal
        {...duplicate}
        onClose={() => setDuplicate((before) => ({ ...before, opened: false }))}
      />
    </>
  );
}

const shownAs = (name: FieldName, value: string): string =>
  name === 'gender' ? (value === '1' ? t`Male` : t`Female`) : value.trim();

/**
 * Returns the facts to review, label by label, in the order of the form, without empty fields and
 * without the password.
 */
function factsOf(
  fields: PersonFields,
  { email, college, school }: { email: string; college: string; school: string | null },
) {
  const typed = fieldNames
    .filter((name) => name !== 'password' && fields[name].trim() !== '')
    .map((name) => [fieldRules[name].label, shownAs(name, fields[name])] as const);
  return [
    ...typed,
    [t`College`, college] as const,
    ...(school ? [[t`School`, school] as const] : []),
    [t`Email`, email] as const,
  ];
}
