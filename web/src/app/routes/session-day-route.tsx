import { Button } from '@mantine/core';
import { can } from '@portal/access/can';
import { IconQrcode } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import {
  SessionDayPage as Day,
  type DayAction,
  type DayTab,
} from '../../calendar/day/session-day-page.tsx';
import { noteOpened } from '../../shared/api/note-opened.ts';
import { readSession } from '../../shared/session/session.ts';
import { WaitingOfSession } from '../../waiting-list/waiting-page.tsx';

const waiting: DayTab = {
  id: 'waiting',
  label: 'Waiting list',
  countOf: (session) => session.waiting,
  content: ({ testSessionId }) => <WaitingOfSession testSessionId={testSessionId} />,
};

/** Tabs of other areas, in their order; they stand between the students and the history. */
const tabs = (): readonly DayTab[] => (can(readSession(), 'waiting_list.read') ? [waiting] : []);
/** Buttons of other areas. */
const actions: readonly DayAction[] = [
  // a load of its own: the camera is allowed to that page alone
  ({ session: { testSessionId } }) => (
    <Button
      key="check-in"
      component="a"
      href={`/admin/session/${testSessionId}/check-in`}
      leftSection={<IconQrcode size={16} stroke={1.8} />}
    >
      Check in
    </Button>
  ),
];

/** The page of a session with the tabs and actions of other areas. */
export function SessionDayPage() {
  const { id = '' } = useParams();
  useEffect(() => {
    if (/^[1-9]\d{0,8}$/.test(id)) noteOpened('session', Number(id));
  }, [id]);
  return <Day moreTabs={tabs()} moreActions={actions} />;
}
