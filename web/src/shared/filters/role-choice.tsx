import { Checkbox, Stack } from '@mantine/core';
import { can } from '@portal/access/can';
import { STAFF_ROLES, titleOf } from '@portal/access/roles';
import { readSession } from '../session/session.ts';

/** Returns the roles to share with: the account's own roles, for an admin any role. C-O51. */
const rolesToChoose = (): readonly string[] => {
  const account = readSession();
  return can(account, 'saved_filter.share_with_any') ? STAFF_ROLES : account.roles;
};

interface RoleChoiceProps {
  value: string[];
  onChange: (roles: string[]) => void;
}

/** The roles with which a filter is shared. */
export function RoleChoice({ value, onChange }: RoleChoiceProps) {
  return (
    <Checkbox.Group label="Share with" value={value} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {rolesToChoose().map((role) => (
          <Checkbox key={role} value={role} label={titleOf(role)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
