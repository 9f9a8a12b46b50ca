import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { onFailure } from '../../shared/api/client.ts';
import { lazyDialog } from '../../shared/dialogs/lazy-dialog.tsx';
import { isOfOldSession } from '../../shared/session/renewal.ts';
import { forgetSession, type RequestContext, readSession } from '../../shared/session/session.ts';
import { accountOfPage, onSessionNews, sessionTimes } from '../../shared/session/session-clock.ts';
import { setSessionOver, useSessionOver } from '../../shared/session/session-over.ts';

const SignInAgain = lazyDialog(
  async () => (await import('../../sign-in/sign-in-again.tsx')).SignInAgain,
);
const SessionEnds = lazyDialog(async () => (await import('./session-ends.tsx')).SessionEnds);

const logins = ['/login', '/admin/login'];
const SECOND = 1000;
/** How long before the end of the session the warning appears. */
const WARN_MS = 120 * SECOND;
/** A machine that slept wakes up late: the clock is looked at so often. */
const LOOK_MS = 15 * SECOND;

/** Nothing of the person before is left in the page then. */
const loadAnew = (path: string): void => window.location.replace(path);

type Phase = 'runs' | 'ends' | 'over';

/** Returns the phase of the session, by the last answer. */
function phaseNow(): Phase {
  const times = sessionTimes();
  if (!times) return 'runs';
  const left = times.endsAt - Date.now();
  return left <= 0 ? 'over' : left <= WARN_MS ? 'ends' : 'runs';
}

/** Checks the clock when a phase is due, and whenever the window becomes visible again. */
function usePhase(): Phase {
  const [phase, setPhase] = useState<Phase>(phaseNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      setPhase(phaseNow());
      const times = sessionTimes();
      if (!times) return;
      const left = times.endsAt - Date.now();
      const due = left > WARN_MS ? left - WARN_MS : left;
      timer = setTimeout(look, Math.min(Math.max(due, 0) + 50, LOOK_MS));
    };
    look();
    const stop = onSessionNews(look);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      stop();
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return phase;
}

/**
 * Watches the session. Two minutes before it ends, asks the person whether they stay. When it has
 * ended, the page stays as it is, covered, and the same person signs in over it and continues
 * . Starts over at the login page when the page shows nothing yet, after a sign-out, or when
 * another account signed in. When the server says that the student may not register, redirects to
 * the page that says so.
 */
export function SessionWatch({ beginAnew = loadAnew }: { beginAnew?: (path: string) => void }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { pathname, search, hash } = useLocation();
  const requestedPath = pathname + search + hash;
  const login = pathname.startsWith('/admin') ? '/admin/login' : '/login';
  const isOver = useSessionOver();
  const phase = usePhase();
  const now = useRef({ leave: (_ended: boolean) => {}, end: () => {} });
  useEffect(() => {
    const leave = (ended: boolean) => {
      forgetSession();
      client.clear();
      if (pathname !== login)
        void navigate(login, {
          replace: true,
          state: { requestedPath, ended } satisfies RequestContext,
        });
    };
    const end = () => {
      // a refusal clears the hint cookies; an earlier answer is what counts
      if (accountOfPage() !== null && !logins.includes(pathname)) setSessionOver(true);
      else leave(accountOfPage() !== null || readSession().signedIn);
    };
    now.current = { leave, end };
  });
  useEffect(() => {
    // Once the pages of the person have been unmounted, and not sooner: a mounted page would
    // request its data again.
    if (logins.includes(pathname) && !readSession().signedIn) client.clear();
  }, [client, pathname]);
  useEffect(() => {
    if (phase === 'over' && !logins.includes(window.location.pathname)) now.current.end();
  }, [phase]);
  useEffect(
    () =>
      onFailure(({ status, code }) => {
        if (code === 'registration_denied') void navigate('/admin/error/1');
        if (code === 'other_account') beginAnew('/');
        if (status === 401 && !isOfOldSession()) now.current.end();
      }),
    [navigate, beginAnew],
  );
  useEffect(
    () =>
      onSessionNews((news) => {
        if (news.kind === 'otherAccount') beginAnew('/');
        if (news.kind === 'signedOut') now.current.leave(false);
        if (news.kind !== 'times' || !isOver || news.times.endsAt <= Date.now()) return;
        // signed in again, here or in another window
        setSessionOver(false);
        void client.invalidateQueries();
      }),
    [beginAnew, client, isOver],
  );
  if (isOver)
    return (
      <SignInAgain
        kind={readSession().staff && !readSession().student ? 'staff' : 'student'}
        onClose={() => now.current.leave(true)}
      />
    );
  if (phase === 'ends' && readSession().signedIn) return <SessionEnds onClose={() => {}} />;
  return null;
}
