import { Menu, Skeleton, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconChevronDown, IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useCredits, useStudent } from '../../shared/api/student.ts';
import { CreditCount } from '../../shared/ui/coin.tsx';
import { schemes } from './color-scheme.tsx';
import { CreditFacts } from './credit-facts.tsx';
import classes from './student-shell.module.css';
import { useLogout } from './use-logout.ts';

/** 'Hi, Dana | 6 credits': opens the menu of the signed-in student. */
export function UserMenu() {
  const student = useStudent();
  const credits = useCredits();
  const { signOut } = useLogout();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu
      width={272}
      position="bottom-end"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button
          type="button"
          className={classes.pill}
          {...(student.isPending ? { 'aria-label': 'Menu' } : {})}
        >
          {student.data && <span>Hi, {student.data.student.firstName}</span>}
          {student.isPending && <Skeleton component="span" w={72} h={14} />}
          {student.isError && !student.data && <span>Menu</span>}
          {(credits.data || credits.isPending) && (
            <span className={classes.divider} aria-hidden="true" />
          )}
          {credits.data && <CreditCount count={credits.data.totalCredits} />}
          {credits.isPending && <Skeleton component="span" w={80} h={14} />}
          <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <CreditFacts />
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to="/myaccount"
          leftSection={<IconUser size={18} stroke={1.8} />}
        >
          My account
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
        >
          {schemes.map(({ value, label }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              closeMenuOnClick={false}
              checkIcon={<IconCheck size={16} stroke={1.8} />}
            >
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.8} />} onClick={signOut}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
