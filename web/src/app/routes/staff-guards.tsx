import { can } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { type HomeContext, homeOf } from '../../shared/session/home.ts';
import { readSession } from '../../shared/session/session.ts';

// apart from the other guards: the table of permissions is not for the first page of students

/** A guard within the pages of staff: requires the permission. R-349. */
export function ForHolders({ of, children }: { of: Permission; children: ReactNode }) {
  return can(readSession(), of) ? children : <ToHome />;
}

/** Redirects to the home of the role, which says that the requested page is not permitted. */
const ToHome = () => (
  <Navigate to={homeOf(readSession())} replace state={{ refused: true } satisfies HomeContext} />
);

/** /admin: staff who may read statistics begin at the overview, others at the lookup. R-569. */
export function StaffBegin({ lookup }: { lookup: ReactNode }) {
  const { search, state } = useLocation();
  if (!can(readSession(), 'number.read')) return lookup;
  return <Navigate to={{ pathname: '/admin/overview', search }} replace state={state} />;
}
