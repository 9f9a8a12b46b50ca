import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import {
  SessionDayPage as Day,
  type DayAction,
  type DayTab,
} from '../../calendar/day/session-day-page.tsx';

/** Tabs of other areas, in their order; they stand between the students and the history. */
const tabs: readonly DayTab[] = [];
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

/** The page of a session with what other areas put in. */
export function SessionDayPage() {
  return <Day moreTabs={tabs} moreActions={actions} />;
}
