import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import type { SignIn } from '@portal/contract/students/own-account';
import { IconDevices } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { answerKey, useAnswer, useCommand } from '../shared/api/calls.ts';
import { instantText } from '../shared/format/dates.ts';
import { CallError } from '../shared/ui/feedback.tsx';
import { endSignInsCall, signInsCall } from './api.ts';
import classes from './sign-ins.module.css';

const nameOf = ({ device }: SignIn): string => device ?? t`Unknown device`;

/** Where the account is logged in, and the way to log out elsewhere. */
export function SignIns() {
  const client = useQueryClient();
  const signIns = useAnswer(signInsCall, {});
  const heading = useRef<HTMLHeadingElement>(null);
  const end = useCommand(endSignInsCall, {
    onDone: (answer) => {
      client.setQueryData(answerKey(signInsCall, {}), answer);
      heading.current?.focus(); // the button that was pressed goes
    },
  });
  const open = signIns.data?.signIns ?? [];
  const running = end.isPending ? (end.variables.id ?? 'others') : null;
  return (
    <>
      <h3 className={classes.title} ref={heading} tabIndex={-1}>
        <Trans>Where you are logged in</Trans>
      </h3>
      <CallError
        error={signIns.error ?? end.error}
        {...(signIns.error ? { onRetry: () => void signIns.refetch() } : {})}
        busy={signIns.isFetching}
      />
      <ul className={classes.list}>
        {open.map((signIn) => (
          <li key={signIn.id}>
            <IconDevices size={20} stroke={1.6} aria-hidden="true" />
            <span className={classes.words}>
              <Text component="span">{nameOf(signIn)}</Text>
              <Text component="span" c="dimmed" size="sm">
                {signIn.isThis ? t`This device` : t`Last used ${instantText(signIn.lastUsedAt)}`}
              </Text>
            </span>
            {!signIn.isThis && (
              <Button
                variant="default"
                size="compact-md"
                loading={running === signIn.id}
                disabled={running !== null && running !== signIn.id}
                onClick={() => end.mutate({ id: signIn.id })}
                aria-label={t`Log out ${nameOf(signIn)}, ${instantText(signIn.lastUsedAt)}`}
              >
                <Trans>Log out</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {open.filter(({ isThis }) => !isThis).length > 1 && (
        <Button
          variant="default"
          className={classes.all ?? ''}
          loading={running === 'others'}
          disabled={running !== null && running !== 'others'}
          onClick={() => end.mutate({})}
        >
          <Trans>Log out everywhere else</Trans>
        </Button>
      )}
    </>
  );
}
