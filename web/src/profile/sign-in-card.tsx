import { Button, Card, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { later } from '../shared/dialogs/later.tsx';
import { Note } from '../shared/ui/feedback.tsx';
import classes from './account-page.module.css';
import { SignIns } from './sign-ins.tsx';

const ChangePasswordModal = later(
  async () => (await import('./change-password-modal.tsx')).ChangePasswordModal,
);

/** How the student signs in: 'Change password'. Nobody has it who acts for a student. */
export function SignInCard({ email }: { email: string | null }) {
  const [changing, setChanging] = useState<{ round: number; open: boolean } | null>(null);
  const [done, setDone] = useState<string | null>(null);
  return (
    <Card component="section" aria-labelledby="account-sign-in">
      <Title order={2} id="account-sign-in" mb="sm">
        Sign-in
      </Title>
      {email && (
        <Text mb="sm" className={classes.login ?? ''}>
          You log in with {email} and your password.
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
      <Button
        variant="default"
        className={classes.own ?? ''}
        leftSection={<IconLock size={18} stroke={1.8} aria-hidden="true" />}
        onClick={() => {
          setDone(null);
          setChanging((last) => ({ round: (last?.round ?? 0) + 1, open: true }));
        }}
      >
        Change password
      </Button>
      <SignIns />
      {changing && (
        <ChangePasswordModal
          key={changing.round}
          opened={changing.open}
          email={email}
          onClose={() => setChanging((last) => last && { ...last, open: false })}
          onChanged={() => {
            setDone('Your password was changed. Every other device was logged out.');
            setChanging((last) => last && { ...last, open: false });
          }}
        />
      )}
    </Card>
  );
}
