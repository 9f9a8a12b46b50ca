import { can } from '@portal/access/can';
import { STAFF_ROLES, titleOf } from '@portal/access/roles';
import * as contract from '@portal/contract/staff/users';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { AppContext } from '../app-context.ts';
import { route } from '../http/route.ts';
import type { Session } from '../http/session/sessions.ts';
import { listView, userView } from './views.ts';

const loginTypes = [
  { id: 'staff' as const, name: 'Staff' },
  { id: 'school' as const, name: 'School' },
  { id: 'partner' as const, name: 'Partner' },
];

/** Roles that the caller may give: `super_admin.grant` holders only with that permission. R-365. */
const rolesFor = (session: Session) =>
  STAFF_ROLES.filter(
    (role) =>
      can(session, 'super_admin.grant') ||
      !can({ kind: 'staff', roles: [role] }, 'super_admin.grant'),
  );

/** The list, with the names of the schools that are in it: one call for all. */
async function usersOf(by: CallOptions, { identity, schools }: AppContext) {
  const { users } = await identity.staff.listStaff({}, { ...by, key: null });
  const ids = [...new Set(users.flatMap(({ schoolId }) => schoolId ?? []))];
  const found =
    ids.length === 0
      ? []
      : (await schools.schools.listSchools({ ids }, { ...by, key: null })).schools;
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return listView(users, names);
}

/** Returns the account of the answer, as in the list. */
async function withList(id: number, by: CallOptions, context: AppContext) {
  const users = await usersOf(by, context);
  const user = users.find((one) => one.id === id);
  if (!user) throw new Error(`staff user ${id} is not in the list`);
  return { user, users };
}

export const userRoutes = [
  route(contract.getAllRoles, async ({ session, by }, { schools }) => {
    const { schools: active } = await schools.schools.listSchools({ ids: [] }, by);
    return {
      roles: rolesFor(session).map((role) => ({ id: role, name: titleOf(role) })),
      loginTypes,
      schools: active.map(({ id, name }) => ({ id, name })),
    };
  }),

  route(contract.getAllUsers, async ({ by }, context) => ({ users: await usersOf(by, context) })),

  route(contract.createUser, async ({ input, by }, context) => {
    const { selectedSchool, comment, ...fields } = input;
    const { user } = await context.identity.staff.createStaffUser(
      { ...fields, comment: comment ?? undefined, schoolId: selectedSchool ?? undefined },
      by,
    );
    return withList(userView(user).id, by, context);
  }),

  route(contract.updateUser, async ({ input, by }, context) => {
    const { userId, roles, selectedSchool, resendLink = false, ...fields } = input;
    const { accessChanged } = await context.identity.staff.updateStaffUser(
      {
        ...fields,
        userId,
        roles: roles && { roles },
        schoolId: selectedSchool ?? undefined,
        resendLink,
      },
      by,
    );
    if (accessChanged) await context.sessions.endAll({ kind: 'staff', id: userId });
    return withList(userId, by, context);
  }),
];
