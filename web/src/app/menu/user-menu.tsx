import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import classes from '../theme/student-shell.module.css';
import type { OpenUserMenu } from './open-user-menu.tsx';
import { UserPill } from './user-pill.tsx';

const load = () => import('./open-user-menu.tsx');

/** 'Hi, Dana | 6 credits': opens the menu of the signed-in student, which is fetched with that. */
export function UserMenu() {
  const [Opened, setOpened] = useState<typeof OpenUserMenu | null>(null);
  const [failed, setFailed] = useState(false);
  if (Opened) return <Opened />;
  const fetchAhead = () => void load().catch(() => {}); // it is tried again when it is opened
  return (
    <div className={classes.userMenu}>
      <UserPill
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={() => {
          setFailed(false);
          load().then(
            (found) => setOpened(() => found.OpenUserMenu),
            () => setFailed(true),
          );
        }}
      />
      {failed && (
        <p role="alert" className={classes.menuFailed}>
          <Trans>The menu could not be opened. Check your connection and try again.</Trans>
        </p>
      )}
    </div>
  );
}
