import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { homeOf } from '../../shared/session/home.ts';
import { type RequestContext, readSession } from '../../shared/session/session.ts';

function useRequestedPath(): string {
  const { pathname, search, hash } = useLocation();
  return pathname + search + hash;
}

/** Pages of a student: visitors go to the login, staff to their own home.. */
export function ForStudents({ children }: { children: ReactNode }) {
  const requestedPath = useRequestedPath();
  const { signedIn, student, staff, roles } = readSession();
  if (!signedIn)
    return <Navigate to="/login" replace state={{ requestedPath } satisfies RequestContext} />;
  if (!student && staff) return <Navigate to={homeOf({ roles })} replace />;
  return children;
}

/** Pages of staff. */
export function ForStaff({ children }: { children: ReactNode }) {
  const requestedPath = useRequestedPath();
  const { search } = useLocation();
  const { signedIn, staff } = readSession();
  // kept: arriving at /admin after a password reset still shows its notice
  if (!signedIn)
    return (
      <Navigate
        to={`/admin/login${search}`}
        replace
        state={{ requestedPath } satisfies RequestContext}
      />
    );
  if (!staff) return <Navigate to="/" replace />;
  return children;
}

/**
 * Seminary study (R-362; its frame checks the permission): a link that the office created for one
 * of its students leads to the student's own login.
 */
export function ForJoiners({ children }: { children: ReactNode }) {
  const requestedPath = useRequestedPath();
  const { search } = useLocation();
  const login = new URLSearchParams(search).has('username') ? '/admin/login' : '/login';
  return readSession().signedIn ? (
    children
  ) : (
    <Navigate to={login} replace state={{ requestedPath } satisfies RequestContext} />
  );
}

/** Pages for every signed-in account. */
export function ForSignedIn({ children }: { children: ReactNode }) {
  const requestedPath = useRequestedPath();
  return readSession().signedIn ? (
    children
  ) : (
    <Navigate to="/login" replace state={{ requestedPath } satisfies RequestContext} />
  );
}
