import { holdsOneOf } from '@portal/contract/access';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { type Asked, readSession } from '../shared/session.ts';

function useAsked(): string {
  const { pathname, search, hash } = useLocation();
  return pathname + search + hash;
}

/** Pages of a student: everybody else goes to the login, staff to their own home.. */
export function ForStudents({ children }: { children: ReactNode }) {
  const asked = useAsked();
  const { signedIn, student, staff } = readSession();
  if (!signedIn) return <Navigate to="/login" replace state={{ asked } satisfies Asked} />;
  if (!student && staff) return <Navigate to="/admin" replace />;
  return children;
}

/** Pages of staff. */
export function ForStaff({ children }: { children: ReactNode }) {
  const asked = useAsked();
  const { search } = useLocation();
  const { signedIn, staff } = readSession();
  // kept: arriving at /admin after a password reset still shows its notice
  if (!signedIn) return <Navigate to={`/admin/login${search}`} replace state={{ asked } satisfies Asked} />;
  if (!staff) return <Navigate to="/" replace />;
  return children;
}

/** Seminary study: the student herself, admin and admissions. A link that the office made out for somebody of theirs leads to their own login. */
export function ForJoiners({ children }: { children: ReactNode }) {
  const asked = useAsked();
  const { search } = useLocation();
  const { signedIn, student, roles } = readSession();
  const login = new URLSearchParams(search).has('username') ? '/admin/login' : '/login';
  if (!signedIn) return <Navigate to={login} replace state={{ asked } satisfies Asked} />;
  return student || holdsOneOf(roles, ['admin', 'admissions']) ? children : <Navigate to="/admin" replace />;
}

/** Pages of anybody who is signed in. */
export function ForSignedIn({ children }: { children: ReactNode }) {
  const asked = useAsked();
  return readSession().signedIn ? children : <Navigate to="/login" replace state={{ asked } satisfies Asked} />;
}
