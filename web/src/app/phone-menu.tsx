import { ActionIcon, Divider, Drawer, Skeleton } from '@mantine/core';
import { IconBook2, IconCoins, IconLogout, IconMenu2, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { CreditCount } from '../shared/coin.tsx';
import { useCredits, useStudent } from '../shared/student.ts';
import { SchemeChoice } from './color-scheme.tsx';
import { CreditFacts } from './credit-facts.tsx';
import classes from './phone-menu.module.css';
import shell from './student-shell.module.css';
import { useLogout } from './use-logout.ts';

const pages = [
  { to: '/packages', label: 'Packages', icon: IconCoins },
  { to: '/', label: 'Exams', icon: IconBook2 },
  { to: '/myaccount', label: 'My account', icon: IconUser },
] as const;

/** On phones: the credits, and a menu that slides in. */
export function PhoneMenu() {
  const [opened, setOpened] = useState(false);
  const credits = useCredits();
  const student = useStudent();
  const { signOut } = useLogout();
  const close = () => setOpened(false);
  return (
    <div className={shell.phone}>
      <Link to="/packages">
        {credits.data ? <CreditCount count={credits.data.totalCredits} pill /> : <Skeleton w={96} h={32} radius="xl" />}
      </Link>
      <ActionIcon size={44} aria-label="Menu" aria-expanded={opened} onClick={() => setOpened(true)}>
        <IconMenu2 size={22} stroke={1.8} color="var(--jse-text)" />
      </ActionIcon>
      <Drawer opened={opened} onClose={close} size={320} title={student.data ? `Hi, ${student.data.student.firstName}` : 'Menu'}>
        <CreditFacts />
        <Divider my={8} />
        <nav aria-label="Pages" className={classes.pages}>
          {pages.map(({ to, label, icon: Icon }) => (
            <Link key={to} to={to} onClick={close} className={classes.page}>
              <Icon size={20} stroke={1.8} aria-hidden="true" />
              {label}
            </Link>
          ))}
          <button type="button" className={classes.page} onClick={signOut}>
            <IconLogout size={20} stroke={1.8} aria-hidden="true" />
            Logout
          </button>
        </nav>
        <Divider my={8} />
        <div className={shell.facts}>
          <SchemeChoice />
        </div>
      </Drawer>
    </div>
  );
}
