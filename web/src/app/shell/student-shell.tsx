import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router-dom';
import { Brand } from '../../shared/page/mark.tsx';
import { useSessionRound } from '../../shared/session/session-over.ts';
import { OfferBanner } from '../../shared/waiting-list/offer-banner.tsx';
import { LiveUpdates } from '../live/live-updates.tsx';
import { Notices } from '../menu/notices.tsx';
import { PhoneMenu } from '../menu/phone-menu.tsx';
import { UserMenu } from '../menu/user-menu.tsx';
import classes from '../theme/student-shell.module.css';
import { Footer } from './footer.tsx';

/** The frame of the student pages: top bar, page, footer. */
export function StudentShell() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const round = useSessionRound();
  const last = useRef(pathname);
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // a new page begins at its top, also for screen readers
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname]);
  return (
    <div className={classes.frame}>
      <a href="#main" className={classes.skip}>
        <Trans>Skip to content</Trans>
      </a>
      <header className={classes.top}>
        <div className={classes.bar}>
          <Link to="/" className={classes.home}>
            <Brand />
          </Link>
          <nav className={classes.links} aria-label={t`Main`}>
            <NavLink to="/packages" className={classes.link ?? ''}>
              <Trans>Pricing</Trans>
            </NavLink>
            <UserMenu />
          </nav>
          <PhoneMenu />
        </div>
      </header>
      <main id="main" className={classes.main} ref={main} tabIndex={-1}>
        <OfferBanner>
          <Outlet />
        </OfferBanner>
      </main>
      <Footer />
      <LiveUpdates key={round} />
      <Notices phone={phone} />
    </div>
  );
}
