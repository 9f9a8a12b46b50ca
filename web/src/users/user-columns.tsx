import { titleOf } from '@portal/access/roles';
import { IconCircleCheck, IconCircleMinus, IconMail } from '@tabler/icons-react';
import { tableDayOf } from '../shared/format/dates.ts';
import type { Column } from '../shared/table/table-props.ts';
import { ToneBadge } from '../shared/ui/tone-badge.tsx';
import type { AdminUser } from './api.ts';

const LOGIN_TYPES = { staff: 'Staff', school: 'School', partner: 'Partner' } as const;

/** The state of an account, in one word. */
function stateOf({ active, hasPassword }: AdminUser) {
  if (!active) return { tone: 'slate', icon: IconCircleMinus, word: 'Not active' } as const;
  return hasPassword
    ? ({ tone: 'moss', icon: IconCircleCheck, word: 'Active' } as const)
    : ({ tone: 'brass', icon: IconMail, word: 'Invited' } as const);
}

/** The columns of A-26. */
export const userColumns: readonly Column<AdminUser>[] = [
  { id: 'loginname', title: 'Login name', sortable: true, text: (user) => user.loginname },
  {
    id: 'realName',
    title: 'Full name',
    sortable: true,
    text: (user) => user.realName,
    cell: (user) => <bdi>{user.realName}</bdi>,
  },
  { id: 'email', title: 'Email', sortable: true, text: (user) => user.email },
  {
    id: 'logintype',
    title: 'Login type',
    text: (user) => LOGIN_TYPES[user.logintype],
    hiddenAtFirst: true,
  },
  { id: 'roles', title: 'Roles', text: (user) => user.roles.map(titleOf).join(', ') },
  { id: 'school', title: 'School', text: (user) => user.schoolName ?? '' },
  {
    id: 'comment',
    title: 'Comment',
    text: (user) => user.comment ?? '',
    cell: (user) => <bdi>{user.comment}</bdi>,
    hiddenAtFirst: true,
  },
  {
    id: 'active',
    title: 'Active',
    text: (user) => stateOf(user).word,
    cell: (user) => {
      const { tone, icon, word } = stateOf(user);
      return (
        <ToneBadge tone={tone} icon={icon}>
          {word}
        </ToneBadge>
      );
    },
  },
  {
    id: 'lastLogin',
    title: 'Last login',
    sortable: true,
    text: (user) => (user.lastLogin === null ? '' : tableDayOf(user.lastLogin)),
  },
];
