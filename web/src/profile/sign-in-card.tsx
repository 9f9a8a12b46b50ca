import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Card, Group, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconLock, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyDialog } from '../shared/dialogs/lazy-dialog.tsx';
import { Note } from '../shared/ui/feedback.tsx';
import classes from './account-page.module.css';
import { SignIns } from './sign-ins.tsx';

const ChangePasswordModal = lazyDialog(
  async () => (await import('./change-password-modal.tsx')).ChangePasswordModal,
);
const ChangeEmailModal = lazyDialog(
  async () => (await import('./change-email-modal.tsx')).ChangeEmailModal,
);

interface Changing {
  what: 'password' | 'email';
  /** Remounts the dialog for each opening. */
  round: number;
  open: boolean;
}

/** The student's password and address. Hidden from staff who act for a student. */
export function SignInCard({ email }: { email: string | null }) {
  const [changing, setChanging] = useState<Changing | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const begin = (what: Changing['what']) => {
    setDone(null);
    setChanging((last) => ({ what, round: (last?.round ?? 0) + 1, open: true }));
  };
  const close = () => setChanging((last) => last && { ...last, open: false });
  const finish = (text: string) => {
    setDone(text);
    close();
  };
  return (
    <Card component="section" aria-labelledby="account-sign-in">
      <Title order={2} id="account-sign-in" mb="sm">
        <Trans>Sign-in</Trans>
      </Title>
      {email && (
        <Text mb="sm" className={classes.login ?? ''}>
          <Trans>You log in with {email} and your password.</Trans>
        </Text>
      )}
      <div role="status">
        {done && (
          <div style={{ marginBottom: 16 }}>
            <Note tone="moss" icon={IconCircleCheck}>
              {done}
            </Note>
          </div>
        )}
      </div>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconLock size={18} stroke={1.8} aria-hidden="true" />}
          onClick={() => begin('password')}
        >
          <Trans>Change password</Trans>
        </Button>
        {email && (
          <Button
            variant="default"
            leftSection={<IconMail size={18} stroke={1.8} aria-hidden="true" />}
            onClick={() => begin('email')}
          >
            <Trans>Change email</Trans>
          </Button>
        )}
      </Group>
      <SignIns />
      {changing?.what === 'password' && (
        <ChangePasswordModal
          key={changing.round}
          opened={changing.open}
          email={email}
          onClose={close}
          onChanged={() => finish(t`Your password was changed. Every other device was logged out.`)}
        />
      )}
      {changing?.what === 'email' && email && (
        <ChangeEmailModal
          key={changing.round}
          opened={changing.open}
          email={email}
          onClose={close}
          onSent={(to) =>
            finish(
              t`We sent a link to ${to}. Open it within 24 hours to log in with this address; until then nothing changes.`,
            )
          }
        />
      )}
    </Card>
  );
}
