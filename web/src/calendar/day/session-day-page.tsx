import { Button, Group, Tabs, Text } from '@mantine/core';
import { can } from '@portal/access/can';
import type { SessionDay } from '@portal/contract/sessions/session-day';
import { IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router-dom';
import { clockText, longSessionText } from '../../shared/format/dates.ts';
import { placeOf } from '../../shared/format/office-place.ts';
import { HistoryTable } from '../../shared/history/history-table.tsx';
import { StaffPage } from '../../shared/page/staff-page.tsx';
import { useNow } from '../../shared/page/use-now.ts';
import { readSession } from '../../shared/session/session.ts';
import { BlockSkeleton, CallError } from '../../shared/ui/feedback.tsx';
import { dayCall, type OfficeSession, takenText, useDay, useSession } from '../api.ts';
import { CallOffModal } from '../runs/call-off-modal.tsx';
import { MoveModal } from '../runs/move-modal.tsx';
import { SessionFormModal } from '../sessions/session-form-modal.tsx';
import { StateBadge } from '../sessions/state-badge.tsx';
import { STATE_LABELS, useStateQuestion } from '../sessions/state-question.tsx';
import { useSetState } from '../sessions/use-set-state.ts';
import classes from './day.module.css';
import { DayStudents } from './day-students.tsx';
import { isWalkInTime } from './door-times.ts';
import { SeatsModal } from './seats-modal.tsx';
import { useDayNews } from './use-day-news.ts';
import { WalkInModal } from './walk-in-modal.tsx';

/** A tab of the page beside its own ones; of other areas, put in by the app. */
export interface DayTab {
  id: string;
  label: string;
  /** The number after its name; absent: none. */
  countOf?: (session: OfficeSession) => number;
  content: (session: OfficeSession) => ReactNode;
}
/** A button of the page, or a link, put in by the app. */
export type DayAction = (day: SessionDay) => ReactNode;

interface SessionDayPageProps {
  moreTabs?: readonly DayTab[];
  moreActions?: readonly DayAction[];
}

type Dialog = 'walkIn' | 'edit' | 'seats' | 'move' | 'callOff';

/** O-03: a session on its day, its students and their attendance. */
export function SessionDayPage({ moreTabs = [], moreActions = [] }: SessionDayPageProps) {
  const { id } = useParams();
  const testSessionId = Number(id);
  const found = useDay(testSessionId);
  const isNews = useDayNews(testSessionId);
  // check-in opens and closes while the page is open
  const now = useNow(true);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const day = found.data;
  if (!day)
    return (
      <StaffPage title="Session" above={above}>
        {found.error ? (
          <CallError
            error={found.error}
            onRetry={() => void found.refetch()}
            busy={found.isFetching}
          />
        ) : (
          <BlockSkeleton height={420} />
        )}
      </StaffPage>
    );
  const { session } = day;
  const close = () => setDialog(null);
  return (
    <StaffPage
      title={`${placeOf(session)}, ${longSessionText(session.date, session.testSessionTime)}`}
      above={above}
      actions={
        <Group gap="xs">
          {moreActions.map((action) => action(day))}
          {can(readSession(), 'walk_in.add') && isWalkInTime(session, now) && (
            <Button variant="default" onClick={() => setDialog('walkIn')}>
              Add walk-in
            </Button>
          )}
          <Button
            component="a"
            href={`${dayCall.path}?testSessionId=${testSessionId}&format=pdf`}
            target="_blank"
            variant="default"
            leftSection={<IconPrinter size={16} stroke={1.8} />}
          >
            Print list
          </Button>
          <SessionButtons session={session} onOpen={setDialog} />
        </Group>
      }
    >
      <Head day={day} />
      <CallError error={found.error} onRetry={() => void found.refetch()} />
      <Text className={classes.news} role="status" size="sm">
        {isNews ? 'Updated just now' : ''}
      </Text>
      <Tabs defaultValue="students" keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          <Tabs.Tab value="students">
            Students <span className="num">{day.rows.length}</span>
          </Tabs.Tab>
          {moreTabs.map(({ id: tab, label, countOf }) => (
            <Tabs.Tab key={tab} value={tab}>
              {label} {countOf && <span className="num">{countOf(session)}</span>}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="students" pt="md">
          <DayStudents day={day} now={now} />
        </Tabs.Panel>
        {moreTabs.map(({ id: tab, content }) => (
          <Tabs.Panel key={tab} value={tab} pt="md">
            {content(session)}
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="history" pt="md">
          <DayHistory testSessionId={testSessionId} />
        </Tabs.Panel>
      </Tabs>
      {dialog === 'edit' && (
        <SessionFormModal session={session} day={session.date} onClose={close} />
      )}
      {dialog === 'walkIn' && <WalkInModal session={session} onClose={close} />}
      {dialog === 'seats' && <SeatsModal session={session} onClose={close} />}
      {dialog === 'move' && <MoveModal session={session} onClose={close} />}
      {dialog === 'callOff' && <CallOffModal session={session} onClose={close} />}
    </StaffPage>
  );
}

const above = [{ to: '/admin/calendar', label: 'Calendar' }];

/** The possible actions of the session, as the server says. */
function SessionButtons({
  session,
  onOpen,
}: {
  session: OfficeSession;
  onOpen: (dialog: Dialog) => void;
}) {
  const set = useSetState({ refreshes: [dayCall] });
  const may = (action: OfficeSession['actions'][number]) => session.actions.includes(action);
  const { ask, question } = useStateQuestion(set);
  return (
    <>
      {may('edit') && (
        <Button variant="default" onClick={() => onOpen('edit')}>
          Edit
        </Button>
      )}
      {may('edit') && session.seats !== null && (
        <Button variant="default" onClick={() => onOpen('seats')}>
          Seats
        </Button>
      )}
      {may('move') && (
        <Button variant="default" onClick={() => onOpen('move')}>
          Move
        </Button>
      )}
      {may('callOff') && (
        <Button variant="default" onClick={() => onOpen('callOff')}>
          Call off
        </Button>
      )}
      {(['publish', 'open', 'close'] as const).filter(may).map((action) => (
        <Button key={action} variant="default" onClick={() => ask(session, action)}>
          {STATE_LABELS[action]}
        </Button>
      ))}
      {question}
    </>
  );
}

function Head({ day: { session, counts } }: { day: SessionDay }) {
  const facts: [string, string | null][] = [
    [
      'Time',
      `${longSessionText(session.date, session.testSessionTime)} to ${clockText(session.endsAt)}`,
    ],
    ['Taken', takenText(session)],
    ['Held', session.held > 0 ? String(session.held) : null],
    [
      'Special places',
      session.specialPlaces > 0 ? `${session.specialTaken}/${session.specialPlaces}` : null,
    ],
    ['Free', session.remainingSeats === null ? null : String(session.remainingSeats)],
    ['Waiting', session.waiting > 0 ? String(session.waiting) : null],
    [
      'Arrived',
      `${counts.arrived + counts.left_early} of ` +
        `${Object.values(counts).reduce((a, b) => a + b, 0)}`,
    ],
    ['Proctor', session.proctor],
    ['Remark', session.remark],
  ];
  return (
    <dl className={classes.head}>
      <div>
        <dt>State</dt>
        <dd>
          <StateBadge state={session.state} />
        </dd>
      </div>
      {facts.map(([name, fact]) =>
        fact === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{fact}</bdi>
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

function DayHistory({ testSessionId }: { testSessionId: number }) {
  const { data, error, refetch } = useSession(testSessionId);
  if (error && !data) return <CallError error={error} onRetry={() => void refetch()} />;
  return data ? <HistoryTable logs={data.history} /> : <BlockSkeleton height={200} />;
}
