import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { StaffServiceDefinition } from '@portal/proto/identity/v1/staff';
import { createStaffUser } from './create-staff-user.ts';
import { addressesOf, listStaff, rolesInForce } from './list-staff.ts';
import { updateStaffUser } from './update-staff-user.ts';

const text = (sent: string | undefined): string | null => sent?.trim().normalize('NFC') || null;

export const staffRpcs = rpcs(StaffServiceDefinition, {
  listStaff: {
    handle: async (_request, call) => ({ users: (await listStaff(call)).map(present) }),
  },
  createStaffUser: {
    handle: async ({ comment, schoolId, roles, ...fields }, call) => ({
      user: present(
        await createStaffUser(call, {
          loginName: fields.loginName.trim(),
          realName: text(fields.realName) ?? '',
          loginType: fields.loginType,
          email: fields.email.trim(),
          roles: [...new Set(roles)],
          comment: text(comment),
          schoolId: schoolId || null,
        }),
      ),
    }),
  },
  updateStaffUser: {
    handle: async ({ userId, roles, schoolId, comment, active, resendLink }, call) => {
      const { user, accessChanged } = await updateStaffUser(call, {
        userId,
        roles: roles && [...new Set(roles.roles)],
        schoolId: schoolId || undefined,
        comment: comment === undefined ? undefined : text(comment),
        active,
        resendLink,
      });
      return { user: present(user), accessChanged };
    },
  },
  listStaffAddresses: {
    handle: async ({ permission }, { db }) => ({ emails: await addressesOf(db, permission) }),
  },
  getStaffRoles: {
    handle: async ({ userId }, { db }) => ({ roles: await rolesInForce(db, userId) }),
  },
});
