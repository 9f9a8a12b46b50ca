import { Button, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { CallError, Empty, RowSkeletons } from '../shared/ui/feedback.tsx';
import { useResettable } from './api.ts';
import { ResetFactorsModal } from './reset-factors-modal.tsx';
import classes from './super-admins.module.css';

/** Super admins reset each other's sign-in methods; no other role may. C-O58 */
export function SuperAdminsPage() {
  const found = useResettable();
  const [chosen, setChosen] = useState<number | null>(null);
  const users = found.data?.users ?? [];
  const user = users.find(({ id }) => id === chosen);
  return (
    <StaffPage title="Super admins">
      <Text mb="md">Who has lost every method is let in again by another super admin.</Text>
      <CallError error={found.error} onRetry={() => void found.refetch()} />
      {found.isPending && <RowSkeletons count={3} />}
      {found.data && users.length === 0 && (
        <Empty icon={IconShieldLock} text="There is no other super admin." />
      )}
      {users.length > 0 && (
        <ul className={classes.list}>
          {users.map(({ id, loginname, realName, factors }) => (
            <li key={id}>
              <span className={classes.words}>
                <bdi>{realName}</bdi>
                <Text component="span" c="dimmed" size="sm">
                  {loginname}, {methodsText(factors)}
                </Text>
              </span>
              <Button
                variant="default"
                size="compact-md"
                aria-label={`Reset sign-in methods of ${loginname}`}
                onClick={() => setChosen(id)}
              >
                Reset
              </Button>
            </li>
          ))}
        </ul>
      )}
      {user && <ResetFactorsModal user={user} onClose={() => setChosen(null)} />}
    </StaffPage>
  );
}

const methodsText = (factors: number): string =>
  factors === 0 ? 'no methods' : factors === 1 ? '1 method' : `${factors} methods`;
