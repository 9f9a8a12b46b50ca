import { Button, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { SCHOOL_ROLE } from '@portal/access/roles';
import { createUser } from '@portal/contract/staff/users';
import { useCommand } from '../shared/api/calls.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { useCallForm } from '../shared/forms/use-call-form.ts';
import { BlockSkeleton, CallError } from '../shared/ui/feedback.tsx';
import { createUserCall, usersCall, useUserChoices } from './api.ts';
import { RoleFields } from './role-fields.tsx';
import { suggestNames } from './suggest-names.ts';

const FORM = 'add-user';
const empty = {
  loginName: '',
  realName: '',
  email: '',
  loginType: 'staff',
  comment: '',
  selectedSchool: '',
  roles: [] as string[],
};
/** Select fields hold their value as text. */
const withSchool = <Values extends { selectedSchool?: string }>({
  selectedSchool,
  ...others
}: Values) => ({
  ...others,
  ...(selectedSchool ? { selectedSchool: Number(selectedSchool) } : {}),
});

/** M-50: adds a staff account and emails its owner a link to create a password. R-364. */
export function AddUserModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <ModalFrame title="Add new admin" opened={opened} onClose={onClose} width={640}>
      <AddUserForm onClose={onClose} />
    </ModalFrame>
  );
}

function AddUserForm({ onClose }: { onClose: () => void }) {
  const choices = useUserChoices();
  const form = useCallForm({
    schema: createUser.body.omit({ selectedSchool: true }),
    initial: empty,
  });
  const create = useCommand(createUserCall, {
    refreshes: [usersCall],
    onDone: ({ user }) => {
      notifications.show({ message: `A link to create a password was sent to ${user.email}.` });
      onClose();
    },
  });
  if (!choices.data)
    return choices.error ? (
      <CallError error={choices.error} onRetry={() => void choices.refetch()} />
    ) : (
      <BlockSkeleton height={320} />
    );
  const { values } = form;
  /** Names that were not typed follow the address. */
  const typeEmail = (typed: string) => {
    const before = suggestNames(values.email).loginName;
    const { realName, email, loginName } = suggestNames(typed);
    form.setFieldValue('email', email);
    if (values.loginName === before) form.setFieldValue('loginName', loginName);
    if (realName !== null && values.realName === '') form.setFieldValue('realName', realName);
  };
  const needsSchool = values.roles.includes(SCHOOL_ROLE);
  const isValid = form.isValid() && (!needsSchool || values.selectedSchool !== '');
  const hasPlace = create.error?.problem.errors?.some(({ path }) => path in empty) ?? false;
  return (
    <form
      id={FORM}
      noValidate
      onSubmit={form.onSubmit(() =>
        create.mutate(withSchool(form.filled()) as never, {
          onError: (error) => void form.showFailure(error),
        }),
      )}
    >
      <Stack gap="sm">
        <TextInput
          label="Login name"
          withAsterisk
          data-autofocus
          autoComplete="off"
          maxLength={50}
          description="Letters, digits, dots, hyphens and underscores; at least 3"
          {...form.getInputProps('loginName')}
        />
        <TextInput
          label="Full name"
          withAsterisk
          autoComplete="off"
          maxLength={100}
          {...form.getInputProps('realName')}
        />
        <TextInput
          label="Email"
          // not type="email", which a whole line of a mail cannot be pasted into
          inputMode="email"
          withAsterisk
          autoComplete="off"
          maxLength={254}
          {...form.getInputProps('email')}
          onChange={({ currentTarget }) => typeEmail(currentTarget.value)}
        />
        <Select
          label="Login type"
          withAsterisk
          data={choices.data.loginTypes.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('loginType')}
        />
        <RoleFields
          roles={choices.data.roles}
          schools={choices.data.schools}
          chosen={values.roles}
          school={values.selectedSchool}
          onRoles={(roles) => form.setFieldValue('roles', roles)}
          onSchool={(id) => form.setFieldValue('selectedSchool', id)}
          rolesError={form.errors['roles']}
          schoolError={form.errors['selectedSchool']}
        />
        <Textarea
          label="Comment"
          description="Optional"
          size="xs"
          maxLength={500}
          {...form.getInputProps('comment')}
        />
        {!hasPlace && <CallError error={create.error} />}
        <Button type="submit" disabled={!isValid} loading={create.isPending} ml="auto">
          Save
        </Button>
      </Stack>
    </form>
  );
}
