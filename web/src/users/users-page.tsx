import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconMailForward,
  IconPencil,
  IconPlus,
  IconSearch,
  IconShieldX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { textsIn } from '../shared/filters/filter-query.ts';
import { FiltersMenu } from '../shared/filters/filters-menu.tsx';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { useOpenedByLink } from '../shared/page/use-opened-by-link.ts';
import { DataTable } from '../shared/table/data-table.tsx';
import { useTableState } from '../shared/table/table-state.ts';
import { CallError } from '../shared/ui/feedback.tsx';
import { AddUserModal } from './add-user-modal.tsx';
import {
  type AdminUser,
  updateUserCall,
  useResettable,
  usersCall,
  usersShown,
  useUserChoices,
  useUsers,
} from './api.ts';
import { EditUserModal } from './edit-user-modal.tsx';
import { ResetFactorsModal } from './reset-factors-modal.tsx';
import { userColumns } from './user-columns.tsx';

const PAGE_SIZE = 200;

/** the accounts of staff, kept by tech support.. */
export function UsersPage() {
  const users = useUsers();
  const choices = useUserChoices();
  const [search, setSearch] = useState('');
  const [state, setState] = useTableState();
  const [isAdding, setAdding] = useState(false);
  useOpenedByLink((what) => what === 'add' && setAdding(true));
  const [edited, setEdited] = useState<AdminUser | null>(null);
  const [isEditing, setEditing] = useState(false);
  const [edits, setEdits] = useState(0);
  const find = (words: string) => {
    setSearch(words);
    if (state.page > 1) setState({ page: 1 });
  };
  const resend = useCommand(updateUserCall, {
    refreshes: [usersCall],
    onDone: ({ user }) =>
      notifications.show({
        message: `A new link was sent to ${user.email}. The older one is over.`,
      }),
  });
  const shown = users.data && usersShown(users.data.users, { search, ...state });
  // only super admins change the role of a super admin: roles that cannot be given stay unchanged
  const grantable = new Set(choices.data?.roles.map(({ id }) => id));
  const mayEdit = ({ roles }: AdminUser) => roles.every((role) => grantable.has(role));
  const edit = (user: AdminUser) => {
    setEdited(user);
    setEdits(edits + 1);
    setEditing(true);
  };
  const resettable = useResettable();
  const mayReset = new Set(resettable.data?.users.map(({ id }) => id));
  const [resetId, setResetId] = useState<number | null>(null);
  const reset = users.data?.users.find(({ id }) => id === resetId);
  const actions = (user: AdminUser) => {
    if (!mayEdit(user)) return null;
    return (
      <>
        {user.active && !user.hasPassword && (
          <Tooltip label="Send link again">
            <ActionIcon
              aria-label={`Send link again to ${user.loginname}`}
              loading={resend.isPending && resend.variables.userId === user.id}
              onClick={() => resend.mutate({ userId: user.id, resendLink: true })}
            >
              <IconMailForward size={18} stroke={1.8} />
            </ActionIcon>
          </Tooltip>
        )}
        {mayReset.has(user.id) && (
          <Tooltip label="Reset sign-in methods">
            <ActionIcon
              aria-label={`Reset sign-in methods of ${user.loginname}`}
              onClick={() => setResetId(user.id)}
            >
              <IconShieldX size={18} stroke={1.8} />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label="Edit">
          <ActionIcon aria-label={`Edit ${user.loginname}`} onClick={() => edit(user)}>
            <IconPencil size={18} stroke={1.8} />
          </ActionIcon>
        </Tooltip>
      </>
    );
  };
  return (
    <StaffPage
      title="Users – Admins"
      actions={
        <>
          <FiltersMenu
            table="users"
            query={{ search }}
            onApply={(saved) => find(textsIn(saved, ['search']).search ?? '')}
          />
          <Button leftSection={<IconPlus size={16} stroke={1.8} />} onClick={() => setAdding(true)}>
            Add new admin
          </Button>
        </>
      }
    >
      <TextInput
        type="search"
        aria-label="Search by name or email"
        placeholder="Search by name or email"
        leftSection={<IconSearch size={16} stroke={1.8} />}
        maw={320}
        value={search}
        onChange={(event) => find(event.currentTarget.value)}
      />
      <CallError error={resend.error} />
      <DataTable
        name="users"
        columns={userColumns}
        rows={shown?.slice((state.page - 1) * PAGE_SIZE, state.page * PAGE_SIZE)}
        total={shown?.length ?? 0}
        pageSize={PAGE_SIZE}
        keyOf={({ id }) => id}
        nameOf={({ loginname }) => loginname}
        state={state}
        onState={setState}
        refreshing={users.isFetching}
        error={users.error}
        onRetry={() => void users.refetch()}
        empty="No results found."
        actions={actions}
        readAll={async () => shown ?? []}
      />
      <AddUserModal opened={isAdding} onClose={() => setAdding(false)} />
      {reset && <ResetFactorsModal user={reset} onClose={() => setResetId(null)} />}
      {edited && (
        <EditUserModal
          key={edits}
          user={edited}
          opened={isEditing}
          onClose={() => setEditing(false)}
        />
      )}
    </StaffPage>
  );
}
