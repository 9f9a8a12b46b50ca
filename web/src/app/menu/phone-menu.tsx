import { t } from '@lingui/core/macro';
import { ActionIcon, Skeleton } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useCredits } from '../../shared/api/student.ts';
import { lazyDialog } from '../../shared/dialogs/lazy-dialog.tsx';
import { CreditCount } from '../../shared/ui/coin.tsx';
import shell from '../theme/student-shell.module.css';

const PhoneDrawer = lazyDialog(async () => (await import('./phone-drawer.tsx')).PhoneDrawer);

/** On phones: the credits, and a menu that slides in. */
export function PhoneMenu() {
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never');
  const credits = useCredits();
  return (
    <div className={shell.phone}>
      <Link to="/packages" {...(credits.data ? {} : { 'aria-label': t`Pricing` })}>
        {credits.data && <CreditCount count={credits.data.totalCredits} pill />}
        {credits.isPending && <Skeleton w={96} h={32} radius="xl" />}
        {credits.isError && !credits.data && t`Pricing`}
      </Link>
      <ActionIcon
        size={44}
        aria-label={t`Menu`}
        aria-expanded={drawer === 'open'}
        onClick={() => setDrawer('open')}
      >
        <IconMenu2 size={22} stroke={1.8} color="var(--jse-text)" />
      </ActionIcon>
      {drawer !== 'never' && (
        <PhoneDrawer opened={drawer === 'open'} onClose={() => setDrawer('closed')} />
      )}
    </div>
  );
}
