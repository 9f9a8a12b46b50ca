import { Drawer, MantineThemeProvider } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { IconLock, IconMenu2 } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useBackCloses } from '../../shared/dialogs/dialog-history.tsx';
import { useReturnFocus } from '../../shared/dialogs/return-focus.ts';
import { Brand } from '../../shared/page/mark.tsx';
import type { HomeContext } from '../../shared/session/home.ts';
import { Note } from '../../shared/ui/feedback.tsx';
import { FinderButton } from '../finder/finder-button.tsx';
import { StaffMenu } from '../menu/staff-menu.tsx';
import { staffTheme } from '../theme/staff-theme.ts';
import '../theme/staff-mantine.css';
import classes from '../theme/staff-shell.module.css';
import student from '../theme/student-shell.module.css';

const NARROW = '(max-width: 62em)';
/** Below 1,280 px the side has icons alone, with their words as tooltips. */
const ICONS = '(min-width: 62.01em) and (max-width: 79.99em)';

/** The frame of the staff pages: a side bar (a drawer on phones) with the pages of this account. */
export function StaffShell() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const last = useRef(pathname);
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const isOfIcons = useMediaQuery(ICONS, false, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    document.documentElement.dataset['area'] = 'staff';
    return () => {
      document.documentElement.dataset['area'] = 'student';
    };
  }, []);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // a page may begin with a field that has the focus already
    const hasFocus = main.current?.contains(document.activeElement);
    if (!hasFocus) main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname]);
  return (
    <MantineThemeProvider theme={staffTheme}>
      <div className={classes.frame} data-icons={isOfIcons || undefined}>
        <a href="#main" className={student.skip}>
          Skip to content
        </a>
        <header className={classes.side} data-icons={isOfIcons || undefined}>
          <div className={classes.brand}>
            <Brand inverted area="Staff" />
          </div>
          <FinderButton isIcon={isOfIcons} />
          {narrow ? (
            <button
              type="button"
              className={classes.menu}
              aria-label="Menu"
              aria-expanded={opened}
              onClick={() => setOpened(true)}
            >
              <IconMenu2 size={20} stroke={1.8} aria-hidden="true" />
            </button>
          ) : (
            <StaffMenu isOfIcons={isOfIcons} />
          )}
        </header>
        <MenuDrawer opened={opened && narrow} onClose={() => setOpened(false)} />
        <main id="main" className={classes.main} ref={main} tabIndex={-1}>
          <Refusal />
          <Outlet />
        </main>
        <Notifications position={narrow ? 'top-center' : 'bottom-right'} autoClose={5000} />
      </div>
    </MantineThemeProvider>
  );
}

/** Shown on the home page after a request for a page that is not permitted. R-349. */
function Refusal() {
  const { state } = useLocation() as { state: HomeContext | null };
  if (!state?.refused) return null;
  return (
    <div role="alert" className={classes.refusal}>
      <Note tone="brass" icon={IconLock}>
        That page is not open to your account.
      </Note>
    </div>
  );
}

function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const giveBack = useReturnFocus(opened);
  useBackCloses(opened, false, onClose);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={300}
      position="left"
      title="Menu"
      attributes={{ header: { role: 'presentation' } }}
      returnFocus={false}
      closeOnEscape={false}
      onExitTransitionEnd={giveBack}
      classNames={{ body: classes.drawer ?? '' }}
    >
      <StaffMenu onChosen={onClose} />
    </Drawer>
  );
}
