import { can } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { type HomeContext, homeOf } from '../../shared/session/home.ts';
import { type RequestContext, readSession } from '../../shared/session/session.ts';

function useAsked(): string {
  const { pathname, search, hash } = useLocation();
  return pathname + search + hash;
}

/** Pages of a student: everybody else goes to the login, staff to their own home.. */
export function ForStudents({ children }: { children: ReactNode }) {
  const asked = useAsked();
  const { signedIn, student, staff, roles } = readSession();
  if (!signedIn) return <Navigate to="/login" replace state={{ asked } satisfies RequestContext} />;
  if (!student && staff) return <Navigate to={homeOf({ roles })} replace />;
  return children;
}

/** Pages of staff. */
export function ForStaff({ children }: { children: ReactNode }) {
  const asked = useAsked();
  const { search } = useLocation();
  const { signedIn, staff } = readSession();
  // kept: arriving at /admin after a password reset still shows its notice
  if (!signedIn)
    return (
      <Navigate to={`/admin/login${search}`} replace state={{ asked } satisfies RequestContext} />
    );
  if (!staff) return <Navigate to="/" replace />;
  return children;
}

/**
 * Seminary study: the student themself, admin and admissions. A link that the office made
 * out for somebody of theirs leads to their own login.
 */
export function ForJoiners({ children }: { children: ReactNode }) {
  const asked = useAsked();
  const { search } = useLocation();
  const session = readSession();
  const login = new URLSearchParams(search).has('username') ? '/admin/login' : '/login';
  if (!session.signedIn)
    return <Navigate to={login} replace state={{ asked } satisfies RequestContext} />;
  return can(session, 'study.join') ? children : <ToHome />;
}

/** Within the pages of staff: those who hold the permission. R-349. */
export function ForHolders({ of, children }: { of: Permission; children: ReactNode }) {
  return can(readSession(), of) ? children : <ToHome />;
}

/** Leads to the home of the role, which says that the page asked for is not theirs. */
const ToHome = () => (
  <Navigate to={homeOf(readSession())} replace state={{ refused: true } satisfies HomeContext} />
);

/** Pages of anybody who is signed in. */
export function ForSignedIn({ children }: { children: ReactNode }) {
  const asked = useAsked();
  return readSession().signedIn ? (
    children
  ) : (
    <Navigate to="/login" replace state={{ asked } satisfies RequestContext} />
  );
}

/** /admin: who sees numbers begins at the overview, others at the lookup. R-569. */
export function StaffBegin({ lookup }: { lookup: ReactNode }) {
  const { search, state } = useLocation();
  if (!can(readSession(), 'number.read')) return lookup;
  return <Navigate to={{ pathname: '/admin/overview', search }} replace state={state} />;
}
