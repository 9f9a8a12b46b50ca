import { Button, Text, Title } from '@mantine/core';
import { PlainPage } from '../shared/plain-page.tsx';
import { readSession } from '../shared/session.ts';
import { useTitle } from '../shared/use-title.ts';
import { useLogout } from './use-logout.ts';

const named = (role: string): string => {
  const words = role.replace('ROLE_', '').replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Where a member of staff lands: who they are signed in as. */
export function StaffHome() {
  useTitle('Staff');
  const { signOut, busy } = useLogout('staff');
  return (
    <PlainPage>
      <Title order={1}>Staff</Title>
      <Text c="dimmed">You are signed in as {readSession().roles.map(named).join(', ')}.</Text>
      <Button variant="default" mt="sm" onClick={signOut} loading={busy}>
        Logout
      </Button>
    </PlainPage>
  );
}
