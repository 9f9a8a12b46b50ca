import { Checkbox, Group, Stack } from '@mantine/core';
import { SCHOOL_ROLE } from '@portal/access/roles';
import type { ReactNode } from 'react';
import { SearchSelect } from '../shared/forms/search-select.tsx';
import { NO_SCHOOLS } from '../shared/page/empty-lists.ts';

interface Choice {
  id: string | number;
  name: string;
}
interface RoleFieldsProps {
  roles: readonly Choice[];
  schools: readonly Choice[];
  chosen: readonly string[];
  school: string;
  onRoles: (roles: string[]) => void;
  onSchool: (id: string) => void;
  rolesError?: ReactNode;
  schoolError?: ReactNode;
}

/** The roles of an account, and the school where one of them needs it. R-364. */
export function RoleFields(props: RoleFieldsProps) {
  const { roles, schools, chosen, school, onRoles, onSchool, rolesError, schoolError } = props;
  return (
    <Stack gap="sm">
      <Checkbox.Group
        label="Roles"
        withAsterisk
        value={[...chosen]}
        onChange={onRoles}
        error={rolesError}
      >
        <Group gap="sm" mt={4}>
          {roles.map(({ id, name }) => (
            <Checkbox key={id} value={String(id)} label={name} />
          ))}
        </Group>
      </Checkbox.Group>
      {chosen.includes(SCHOOL_ROLE) && (
        <SearchSelect
          label="School"
          withAsterisk
          placeholder="Choose a school"
          description={schools.length === 0 ? NO_SCHOOLS : undefined}
          nothingFoundMessage="No school found"
          maxDropdownHeight={180}
          comboboxProps={{ withinPortal: false }} // scrolls with the dialog on a phone
          data={schools.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={school || null}
          onChange={(id) => onSchool(id ?? '')}
          error={schoolError}
        />
      )}
    </Stack>
  );
}
