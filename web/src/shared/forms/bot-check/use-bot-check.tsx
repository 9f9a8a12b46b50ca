import { t } from '@lingui/core/macro';
import { type ReactNode, useId, useState } from 'react';
import { useCommand } from '../../api/calls.ts';
import { api, type CallFailure } from '../../api/client.ts';
import { CallError } from '../../ui/feedback.tsx';
import classes from './bot-check.module.css';
import { BotCheck } from './bot-check.tsx';

const verifyCall = api.verifyRecaptcha;
const confirm = t`Please confirm that you are not a robot.`;
const notPassed = t`The check was not passed. Please try again.`;

/** Returns whether the server requires a bot check before the request. */
export const wantsBotCheck = (error: CallFailure | null): boolean =>
  error?.code === 'bot_check_needed';

/** Refusals of a try: each of them uses a passed check up. Other failures leave it good. */
const usesCheckUp = ({ status }: CallFailure): boolean => [403, 404, 409, 422].includes(status);

export interface BotCheckStep {
  /** The check with the reason for it; null while none is required. */
  element: ReactNode;
  isPending: boolean;
  /** Verifies the token at the server. Returns false when it did not pass, and shows the reason. */
  pass: () => Promise<boolean>;
  /** Tells how the try went that the check was for. */
  refused: (error: CallFailure) => void;
}

/**
 * A bot check that a form shows only once the server asks for it. `why` says it to the person, in a
 * sentence or two.
 */
export function useBotCheckStep(why: string): BotCheckStep {
  const [shown, setShown] = useState(false);
  const [check, setCheck] = useState({
    round: 0,
    token: null as string | null,
    passed: false,
    trouble: null as string | null,
  });
  const verify = useCommand(verifyCall);
  const id = useId();
  const askAgain = (trouble: string | null) =>
    setCheck(({ round }) => ({ round: round + 1, token: null, passed: false, trouble }));

  const pass = async (): Promise<boolean> => {
    if (!shown || check.passed) return true;
    if (check.token === null) {
      setCheck((before) => ({ ...before, trouble: confirm }));
      return false;
    }
    try {
      const { success } = await verify.mutateAsync({ recaptchaToken: check.token });
      if (success) setCheck((before) => ({ ...before, passed: true, trouble: null }));
      else askAgain(notPassed);
      return success;
    } catch {
      askAgain(null); // the token may be used up, and is valid only once
      return false;
    }
  };
  const refused = (error: CallFailure) => {
    if (wantsBotCheck(error)) setShown(true);
    if (wantsBotCheck(error) || (shown && usesCheckUp(error)))
      askAgain(wantsBotCheck(error) && shown ? confirm : null);
  };

  const element =
    !shown || check.passed ? null : (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset breaks the layout of the form
      <div role="group" aria-labelledby={id} className={classes.step}>
        <p id={id} role="alert" className={classes.why}>
          {why}
        </p>
        <BotCheck
          key={check.round}
          trouble={check.trouble}
          onToken={(token) =>
            setCheck((before) => ({ ...before, token, trouble: token ? null : before.trouble }))
          }
        />
        <CallError error={verify.error} />
      </div>
    );
  return { element, isPending: verify.isPending, pass, refused };
}
