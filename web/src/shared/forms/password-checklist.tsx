import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { nameOfCharacter } from '@portal/access/text/person-rules';
import { IconAlertTriangle, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from './password-checklist.module.css';

const SYMBOLS = "@$!%*#?&,./<>':";

/** Each character once that no password may have, such as the dashes of a generated one. */
const otherSigns = (password: string): string[] => [
  ...new Set([...password].filter((sign) => !/[A-Za-z\d]/.test(sign) && !SYMBOLS.includes(sign))),
];

interface Part {
  text: string | ((password: string) => string);
  holds: (password: string) => boolean;
  /** Said only once it is broken. */
  isQuiet?: boolean;
}

/** The conditions of the password rule.. */
const parts: readonly Part[] = [
  { text: t`8 characters or more`, holds: (password) => password.length >= 8 },
  { text: t`A letter, A to Z`, holds: (password) => /[A-Za-z]/.test(password) },
  { text: t`A number`, holds: (password) => /\d/.test(password) },
  {
    text: t`A symbol, one of ${SYMBOLS}`,
    holds: (password) => [...password].some((sign) => SYMBOLS.includes(sign)),
  },
  {
    text: (password) => {
      const signs = otherSigns(password)
        .map((sign) => (sign === ' ' ? t`spaces` : nameOfCharacter(sign)))
        .join(', ');
      return t`Without ${signs}`;
    },
    holds: (password) => otherSigns(password).length === 0,
    isQuiet: true,
  },
  {
    text: ({ length }) => t`At most 128 characters, not ${length}`,
    holds: ({ length }) => length <= 128,
    isQuiet: true,
  },
];

/** Shows which conditions a new password meets while it is typed, each with a word and an icon. */
export function PasswordChecklist({ password, id }: { password: string; id?: string }) {
  const isGuessable = useGuessable(password);
  return (
    <>
      <ul className={classes.list} id={id} aria-label={t`What the password needs`}>
        {parts
          .filter(({ isQuiet, holds }) => !isQuiet || !holds(password))
          .map(({ text: said, holds }) => {
            const text = typeof said === 'string' ? said : said(password);
            const isThere = holds(password);
            const Icon = isThere ? IconCircleCheckFilled : IconCircle;
            return (
              <li key={text} data-there={isThere || undefined}>
                <Icon size={16} stroke={1.8} aria-hidden="true" />
                <span>
                  {text}
                  <span className={classes.spoken}>{isThere ? t`, done` : t`, missing`}</span>
                </span>
              </li>
            );
          })}
      </ul>
      <div role="status">
        {isGuessable && (
          <p className={classes.guessable}>
            <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
            <span>
              <Trans>
                This password stands in lists of stolen ones and is tried first. Please choose
                another one.
              </Trans>
            </span>
          </p>
        )}
      </div>
    </>
  );
}

/**
 * Returns whether a password that meets all conditions is still easy to guess. Loads the estimator
 * with the first such password; without it no warning is shown.
 */
function useGuessable(password: string): boolean {
  const [guessed, setGuessed] = useState({ password: '', isGuessable: false });
  const isWhole = parts.every(({ holds }) => holds(password));
  useEffect(() => {
    if (!isWhole) return;
    let isOver = false;
    import('./guessable-password.ts')
      .then((found) => {
        if (!isOver) setGuessed({ password, isGuessable: found.isGuessable(password) });
      })
      .catch(() => {});
    return () => {
      isOver = true;
    };
  }, [password, isWhole]);
  return isWhole && guessed.password === password && guessed.isGuessable;
}
