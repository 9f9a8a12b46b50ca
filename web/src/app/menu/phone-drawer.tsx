import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Divider, Drawer } from '@mantine/core';
import { IconBook2, IconCoins, IconLogout, IconUser } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { useStudent } from '../../shared/api/student.ts';
import { useBackCloses } from '../../shared/dialogs/dialog-history.tsx';
import { useReturnFocus } from '../../shared/dialogs/return-focus.ts';
import shell from '../theme/student-shell.module.css';
import { SchemeChoice } from './color-scheme.tsx';
import { CreditFacts } from './credit-facts.tsx';
import { LanguageChoice } from './language-choice.tsx';
import classes from './phone-drawer.module.css';
import { useLogout } from './use-logout.ts';

const pages = [
  { to: '/packages', label: t`Packages`, icon: IconCoins },
  { to: '/', label: t`Exams`, icon: IconBook2 },
  { to: '/myaccount', label: t`My account`, icon: IconUser },
] as const;

/** The menu of a phone: credits, pages, appearance, Logout. */
export function PhoneDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const student = useStudent();
  const { pathname } = useLocation();
  const { signOut } = useLogout();
  const giveBack = useReturnFocus(opened);
  useBackCloses(opened, false, onClose);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={320}
      title={
        <span className={classes.title}>
          {student.data ? t`Hi, ${student.data.student.firstName}` : t`Menu`}
        </span>
      }
      attributes={{ header: { role: 'presentation' } }}
      returnFocus={false}
      closeOnEscape={false}
      onExitTransitionEnd={giveBack}
    >
      <CreditFacts />
      <Divider my={8} />
      <nav aria-label={t`Pages`} className={classes.pages}>
        {pages.map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            replace // in the place of the menu's own entry
            onClick={(event) => {
              if (to === pathname) event.preventDefault();
              onClose();
            }}
            className={classes.page}
          >
            <Icon size={20} stroke={1.8} aria-hidden="true" />
            {label}
          </Link>
        ))}
        <button type="button" className={classes.page} onClick={signOut}>
          <IconLogout size={20} stroke={1.8} aria-hidden="true" />
          <Trans>Logout</Trans>
        </button>
      </nav>
      <Divider my={8} />
      <div className={shell.facts}>
        <SchemeChoice />
        <LanguageChoice />
      </div>
    </Drawer>
  );
}
