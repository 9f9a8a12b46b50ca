import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { onFailure } from '../shared/api.ts';
import { type Asked, forgetSession, readSession } from '../shared/session.ts';
import { queryClient } from './query-client.ts';

const logins = ['/login', '/admin/login'];

/**
 * When the server says that the session is over: forgets the person and leads to the login, keeping the page that was open. When it
 * says that the student may not register: leads to the page that says so.
 */
export function SessionWatch() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const asked = pathname + search + hash;
  useEffect(() => {
    // Once the pages of the person are gone, and not sooner: what is still in view would ask again for what it lost.
    if (logins.includes(pathname) && !readSession().signedIn) queryClient.clear();
  }, [pathname]);
  useEffect(
    () =>
      onFailure(({ status, code }) => {
        if (code === 'registration_denied') void navigate('/admin/error/1');
        if (status !== 401) return;
        forgetSession();
        queryClient.clear();
        const login = pathname.startsWith('/admin') ? '/admin/login' : '/login';
        if (pathname !== login) void navigate(login, { replace: true, state: { asked } satisfies Asked });
      }),
    [navigate, pathname, asked],
  );
  return null;
}
