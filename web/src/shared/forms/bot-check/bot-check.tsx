import { Text, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { servedConfig } from '../../api/served-config.ts';
import { CallError } from '../../ui/feedback.tsx';
import classes from './bot-check.module.css';
import { loadBotCheck, notLoaded } from './bot-check-library.ts';

interface BotCheckProps {
  /** The token of the check, valid for one verification by the server; null when it has expired. */
  onToken: (token: string | null) => void;
  /** Why the person has to pass the check (again). */
  trouble: string | null;
}

/** The bot check's own box. Remount it for each check: its token works once. */
export function BotCheck({ onToken, trouble }: BotCheckProps) {
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<Error | null>(null);
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const place = useRef<HTMLDivElement>(null);
  const latestOnToken = useRef(onToken);
  latestOnToken.current = onToken;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads and draws again
  useEffect(() => {
    let left = false;
    const box = document.createElement('div'); // the library draws into a place once only
    setFailure(null);
    latestOnToken.current(null);
    const lost = () => {
      latestOnToken.current(null);
      setFailure(new Error(notLoaded));
    };
    loadBotCheck().then(
      (library) => {
        if (left) return;
        place.current?.replaceChildren(box);
        library.render(box, {
          sitekey: servedConfig().recaptchaSiteKey ?? '',
          theme,
          callback: (token) => latestOnToken.current(token),
          'expired-callback': () => latestOnToken.current(null),
          'error-callback': lost,
        });
      },
      (error: Error) => left || setFailure(error),
    );
    return () => {
      left = true;
      box.remove();
    };
  }, [attempt, theme]);

  return (
    <div className={classes.check}>
      <div ref={place} className={classes.place} hidden={failure !== null} />
      <CallError error={failure} onRetry={() => setAttempt((before) => before + 1)} />
      {trouble && !failure && (
        <Text c="var(--mantine-color-error)" size="sm" fw={500} role="alert">
          {trouble}
        </Text>
      )}
    </div>
  );
}
