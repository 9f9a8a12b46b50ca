import { Button, Checkbox, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { SCHOOL_ROLE } from '@portal/access/roles';
import { useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { BlockSkeleton, CallError } from '../shared/ui/feedback.tsx';
import { type AdminUser, updateUserCall, usersCall, useUserChoices } from './api.ts';
import { RoleFields } from './role-fields.tsx';

interface EditUserModalProps {
  user: AdminUser;
  opened: boolean;
  onClose: () => void;
}

/**
 * Edits roles, school, comment and the active state of an account. A change of permissions ends its
 * sessions, so the user has to sign in again. Remount it for each account.
 */
export function EditUserModal({ user, opened, onClose }: EditUserModalProps) {
  const [roles, setRoles] = useState<string[]>(user.roles);
  const [school, setSchool] = useState(user.selectedSchool?.toString() ?? '');
  const [comment, setComment] = useState(user.comment ?? '');
  const [active, setActive] = useState(user.active);
  const choices = useUserChoices();
  const update = useCommand(updateUserCall, {
    refreshes: [usersCall],
    onDone: () => {
      notifications.show({ message: `${user.loginname} was changed.` });
      onClose();
    },
  });
  const isAccessChanged =
    active !== user.active ||
    [...roles].sort().join() !== [...user.roles].sort().join() ||
    (roles.includes(SCHOOL_ROLE) && school !== String(user.selectedSchool ?? ''));
  const isChanged = isAccessChanged || comment.trim() !== (user.comment ?? '');
  const isMissing = roles.length === 0 || (roles.includes(SCHOOL_ROLE) && school === '');
  const save = () =>
    update.mutate({
      userId: user.id,
      roles,
      active,
      comment: comment.trim(),
      ...(school === '' ? {} : { selectedSchool: Number(school) }),
    });
  return (
    <ModalFrame
      title={`Edit ${user.loginname}`}
      opened={opened}
      onClose={onClose}
      busy={update.isPending}
      width={640}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={update.isPending}>
            Cancel
          </Button>
          <Button onClick={save} disabled={!isChanged || isMissing} loading={update.isPending}>
            Save
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        <Text c="dimmed">
          <bdi>{user.realName}</bdi>, {user.email}
        </Text>
        {choices.data ? (
          <RoleFields
            roles={choices.data.roles}
            schools={choices.data.schools}
            chosen={roles}
            school={school}
            onRoles={setRoles}
            onSchool={setSchool}
          />
        ) : (
          <>
            <CallError error={choices.error} onRetry={() => void choices.refetch()} />
            {!choices.error && <BlockSkeleton height={96} />}
          </>
        )}
        <Textarea
          label="Comment"
          size="xs"
          maxLength={500}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <Checkbox
          label="Active"
          description="Who is not active cannot log in."
          checked={active}
          onChange={(event) => setActive(event.currentTarget.checked)}
        />
        {isAccessChanged && (
          <Text role="status" c="dimmed">
            Saving logs {user.loginname} out everywhere.
          </Text>
        )}
        <CallError error={update.error} />
      </Stack>
    </ModalFrame>
  );
}
