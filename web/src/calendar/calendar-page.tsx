import { ActionIcon, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { can } from '@portal/access/can';
import { newYorkDay } from '@portal/contract/days';
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { AddressFilters } from '../shared/filters/address-filters.tsx';
import { dayText, monthText } from '../shared/format/dates.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { useOpenedByLink } from '../shared/page/use-opened-by-link.ts';
import { readSession } from '../shared/session/session.ts';
import { useTableState } from '../shared/table/table-state.ts';
import { BlockSkeleton, CallError, RefreshBar } from '../shared/ui/feedback.tsx';
import { type OfficeSession, useCalendar, useCalendarNews } from './api.ts';
import { BranchFeedModal } from './branch-feed-modal.tsx';
import classes from './calendar.module.css';
import { CalendarFilters } from './calendar-filters.tsx';
import { CallOffModal } from './runs/call-off-modal.tsx';
import { MoveModal } from './runs/move-modal.tsx';
import { CopyTermModal } from './series/copy-term-modal.tsx';
import { SeriesModal } from './series/series-modal.tsx';
import { SessionFormModal } from './sessions/session-form-modal.tsx';
import { SessionModal } from './sessions/session-modal.tsx';
import { useLinkedSession } from './sessions/use-linked-session.ts';
import { calendarInput, filterNames, useCalendarPlace } from './use-calendar-place.ts';
import { rangeOf, stepOf, type View, weekOf, weeksOfMonth } from './views/calendar-days.ts';
import { DaysView } from './views/days-view.tsx';
import { HoursView } from './views/hours-view.tsx';
import { LIST_PAGE, ListView } from './views/list-view.tsx';

const viewChoices = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
  { value: 'list', label: 'List' },
];

type Opened =
  | { what: 'session'; id: number }
  | { what: 'edit' | 'callOff'; session: OfficeSession }
  | { what: 'move'; session: OfficeSession; day?: string; time?: string }
  | { what: 'add' }
  | { what: 'series' }
  | { what: 'copy' }
  | { what: 'feed' };

/** Forms that the finder opens. */
const linkedForms = ['add', 'series', 'copy'] as const;

/** O-02: all sessions by day, as the office plans them. */
export function CalendarPage() {
  const place = useCalendarPlace();
  const { view, day, filters } = place;
  const [table, setTable] = useTableState();
  const [opened, setOpened] = useState<Opened | null>(null);
  useLinkedSession((id) => setOpened(id === null ? null : { what: 'session', id }));
  const calendar = useCalendar(calendarInput(place, table.page, LIST_PAGE));
  useCalendarNews();
  const isComing = useIsComing(rangeOf(view, day), calendar);
  // a phone has no room for hours: it reads days one below the other
  const isWide = useMediaQuery('(min-width: 48.01em)', true, { getInitialValueInEffect: false });
  const mayEdit = can(readSession(), 'office_session.edit');
  const mayFollow = can(readSession(), 'calendar_feed.keep');
  useOpenedByLink((named) => {
    const what = linkedForms.find((one) => one === named);
    if (what !== undefined && mayEdit) setOpened({ what });
  });
  const close = () => setOpened(null);
  const open = ({ testSessionId: id }: OfficeSession) => setOpened({ what: 'session', id });
  const show = (next: View) => place.go({ view: next, day });
  const today = () => place.go({ view, day: newYorkDay(new Date()) });
  // keys act on the page, not while a dialog is open above it
  const unlessOpen = (work: () => void) => () => {
    if (opened === null) work();
  };
  useHotkeys([
    ['t', unlessOpen(today)],
    ['m', unlessOpen(() => show('month'))],
    ['w', unlessOpen(() => show('week'))],
    ['l', unlessOpen(() => show('list'))],
    ['n', unlessOpen(() => mayEdit && setOpened({ what: 'add' }))],
  ]);
  return (
    <StaffPage
      title="Calendar"
      actions={
        <Group gap="xs">
          <AddressFilters table="calendar" names={['view', ...filterNames]} />
          {mayFollow && (
            <Button variant="default" onClick={() => setOpened({ what: 'feed' })}>
              Calendar feed
            </Button>
          )}
          {mayEdit && (
            <>
              <Button variant="default" onClick={() => setOpened({ what: 'copy' })}>
                Copy term
              </Button>
              <Button variant="default" onClick={() => setOpened({ what: 'series' })}>
                Add series
              </Button>
              <Button
                leftSection={<IconPlus size={16} stroke={1.8} />}
                onClick={() => setOpened({ what: 'add' })}
              >
                Add session
              </Button>
            </>
          )}
        </Group>
      }
    >
      <div className={classes.bar}>
        <Button variant="default" onClick={today}>
          Today
        </Button>
        <ActionIcon
          aria-label="Back"
          onClick={() => place.go({ view, day: stepOf(view, day, -1) })}
        >
          <IconChevronLeft size={18} stroke={1.8} />
        </ActionIcon>
        <ActionIcon
          aria-label="Forward"
          onClick={() => place.go({ view, day: stepOf(view, day, 1) })}
        >
          <IconChevronRight size={18} stroke={1.8} />
        </ActionIcon>
        <h2 className={classes.period} aria-live="polite">
          {periodText(view, day, filters.until)}
        </h2>
        <SegmentedControl
          aria-label="View"
          data={viewChoices}
          value={view}
          onChange={(next) => show(next as View)}
        />
      </div>
      <CalendarFilters
        filters={filters}
        proctors={calendar.data?.proctors ?? []}
        onFilter={place.filter}
      />
      {view === 'list' ? (
        <ListView
          sessions={calendar.data?.sessions}
          total={calendar.data?.total ?? 0}
          state={table}
          onState={setTable}
          refreshing={calendar.isFetching}
          error={calendar.error}
          onRetry={() => void calendar.refetch()}
          onOpen={open}
        />
      ) : (
        <>
          <RefreshBar active={calendar.isFetching && calendar.data !== undefined} />
          <CallError error={calendar.error} onRetry={() => void calendar.refetch()} />
          {!calendar.data && !calendar.error && <BlockSkeleton height={560} />}
          {calendar.data && (
            <>
              {calendar.data.sessions.length === 0 && !isComing && (
                <Text c="dimmed" mb="sm" role="status">
                  No sessions in this time.
                </Text>
              )}
              {view === 'week' && isWide ? (
                <HoursView
                  days={weekOf(day)}
                  day={day}
                  isComing={isComing}
                  sessions={calendar.data.sessions}
                  marks={calendar.data.marks}
                  onDay={(next) => place.go({ view, day: next })}
                  onOpen={open}
                  onMove={(session, to, time) =>
                    setOpened({ what: 'move', session, day: to, time })
                  }
                />
              ) : (
                <DaysView
                  weeks={view === 'month' ? weeksOfMonth(day) : [weekOf(day)]}
                  {...(view === 'month'
                    ? {
                        month: day.slice(0, 7),
                        onMore: (of: string) => place.go({ view: 'list', day: of }),
                      }
                    : {})}
                  day={day}
                  isComing={isComing}
                  sessions={calendar.data.sessions}
                  counts={calendar.data.counts}
                  marks={calendar.data.marks}
                  onDay={(next) => place.go({ view, day: next })}
                  onOpen={open}
                  onMove={(session, to) => setOpened({ what: 'move', session, day: to })}
                />
              )}
            </>
          )}
        </>
      )}
      {opened?.what === 'session' && (
        <SessionModal
          sessionId={opened.id}
          onEdit={(session) => setOpened({ what: 'edit', session })}
          onMove={(session) => setOpened({ what: 'move', session })}
          onCallOff={(session) => setOpened({ what: 'callOff', session })}
          onClose={close}
        />
      )}
      {opened?.what === 'edit' && (
        <SessionFormModal session={opened.session} day={day} onClose={close} />
      )}
      {opened?.what === 'move' && (
        <MoveModal session={opened.session} day={opened.day} time={opened.time} onClose={close} />
      )}
      {opened?.what === 'callOff' && <CallOffModal session={opened.session} onClose={close} />}
      {opened?.what === 'series' && <SeriesModal day={day} onClose={close} />}
      {opened?.what === 'feed' && (
        <BranchFeedModal {...(filters.branch ? { branch: filters.branch } : {})} onClose={close} />
      )}
      {opened?.what === 'copy' && <CopyTermModal day={day} onClose={close} />}
      {opened?.what === 'add' && <SessionFormModal session={null} day={day} onClose={close} />}
    </StaffPage>
  );
}

/**
 * Whether the sessions of these days are still on their way, while those of others are in view:
 * days without any may have some.
 */
function useIsComing(
  { from, to }: { from: string; to: string },
  { data, isPlaceholderData }: Pick<ReturnType<typeof useCalendar>, 'data' | 'isPlaceholderData'>,
): boolean {
  const known = useRef('');
  const shownDays = `${from} ${to}`;
  useEffect(() => {
    if (data !== undefined && !isPlaceholderData) known.current = shownDays;
  }, [data, isPlaceholderData, shownDays]);
  return isPlaceholderData && known.current !== shownDays;
}

/** 'November 2026', or the days of the week or the list. */
function periodText(view: View, day: string, until?: string): string {
  if (view === 'month') return monthText(day);
  const { from, to } = rangeOf(view, day);
  return `${dayText(from)} to ${dayText(view === 'list' && until ? until : to)}`;
}
