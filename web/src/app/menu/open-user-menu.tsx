import { Trans } from '@lingui/react/macro';
import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconLogout, IconUser } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { language, languageLabel, languages } from '../../shared/language/locale.ts';
import { chooseLanguage } from './choose-language.ts';
import { CreditFacts } from './credit-facts.tsx';
import { schemes } from './schemes.ts';
import { useLogout } from './use-logout.ts';
import { UserPill } from './user-pill.tsx';

/** The menu of the signed-in student with its button, opened from the start. */
export function OpenUserMenu() {
  const [opened, setOpened] = useState(false);
  const pill = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // the pressed button has been unmounted, and the menu returns the focus to the focused element
    pill.current?.focus();
    setOpened(true);
  }, []);
  const { signOut } = useLogout();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      width={272}
      position="bottom-end"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <UserPill ref={pill} />
      </Menu.Target>
      <Menu.Dropdown>
        <CreditFacts />
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to="/myaccount"
          leftSection={<IconUser size={18} stroke={1.8} />}
        >
          <Trans>My account</Trans>
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>
          <Trans>Appearance</Trans>
        </Menu.Label>
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
        <Menu.Label>{languageLabel()}</Menu.Label>
        <Menu.RadioGroup value={language()} onChange={(other) => void chooseLanguage(other)}>
          {languages.map(({ value, label }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              lang={value}
              checkIcon={<IconCheck size={16} stroke={1.8} />}
            >
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.8} />} onClick={signOut}>
          <Trans>Logout</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
