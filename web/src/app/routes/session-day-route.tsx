import {
  SessionDayPage as Day,
  type DayAction,
  type DayTab,
} from '../../calendar/day/session-day-page.tsx';

/** Tabs of other areas, in their order; they stand between the students and the history. */
const tabs: readonly DayTab[] = [];
/** Buttons of other areas. */
const actions: readonly DayAction[] = [];

/** The page of a session with what other areas put in. */
export function SessionDayPage() {
  return <Day moreTabs={tabs} moreActions={actions} />;
}
