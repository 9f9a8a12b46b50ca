import { type Desk, deskOf } from '@portal/access/roles';
import type { RequestContext } from './session.ts';

const homes: Readonly<Record<Desk, string>> = {
  lookup: '/admin',
  materials: '/admin/study-materials',
  school: '/admin/schools',
};

/**
 * The first page of staff after signing in, and the target of redirects from forbidden pages.
 *
 */
export const homeOf = ({ roles }: { roles: readonly string[] }): string => homes[deskOf(roles)];

/** The location state of the home page after a redirect from a forbidden page. */
export interface HomeContext extends RequestContext {
  refused?: boolean;
}
