import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Session } from '@portal/contract/sessions/sessions';
import {
  IconCalendarX,
  IconDoorEnter,
  IconId,
  IconMapPin,
  IconPackage,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { dayText, longSessionText } from '../../shared/format/dates.ts';
import { listed } from '../../shared/language/locale.ts';
import { CalendarTile } from '../../shared/sessions/calendar-tile.tsx';
import { useShippedSession } from '../api.ts';
import classes from './session-ticket.module.css';

/** The time and place of an exam; `children` are the actions of the session. */
export function SessionTicket({ session, children }: { session: Session; children?: ReactNode }) {
  const place =
    session.sessionType === '22'
      ? session.schoolName
      : (session.branchName ?? session.locationName ?? session.title);
  return (
    <div className={classes.ticket}>
      <CalendarTile day={session.date} />
      <div className={classes.facts}>
        <span className={classes.when}>
          {longSessionText(session.date, session.testSessionTime)}
        </span>
        <Fact icon={IconMapPin} dimmed>
          {listed([place, session.address, session.city]) || t`Online`}
        </Fact>
        {session.sessionType === '21' && (
          <Fact icon={IconDoorEnter}>
            <Trans>Sign in 15 minutes before</Trans>
          </Fact>
        )}
        {session.sessionType === '22' && session.session_last_date && (
          <Fact icon={IconCalendarX}>
            <Trans>Last date {dayText(session.session_last_date)}</Trans>
          </Fact>
        )}
        {session.sessionType === '23' && <ShippedFacts session={session} />}
      </div>
      {children}
    </div>
  );
}

/** The facts about papers that are sent to a proctor. R-176. */
function ShippedFacts({ session }: { session: Session }) {
  const {
    shipDate,
    returnDueDate,
    session_last_date: lastDate,
    firstName,
    lastName,
    phone,
  } = useShippedSession(session.testSessionId).data ?? session;
  const contact = listed([[firstName, lastName].filter(Boolean).join(' '), phone]);
  return (
    <>
      {contact && (
        <Fact icon={IconUser}>
          <Trans>Contact: {contact}</Trans>
        </Fact>
      )}
      <Fact icon={IconId}>
        <Trans>Bring your ID and $25.00 to pay the proctor.</Trans>
      </Fact>
      {shipDate && (
        <Fact icon={IconPackage}>
          <Trans>Ship date {dayText(shipDate)}</Trans>
        </Fact>
      )}
      {lastDate && (
        <Fact icon={IconCalendarX}>
          <Trans>Last date {dayText(lastDate)}</Trans>
        </Fact>
      )}
      {returnDueDate && (
        <Fact icon={IconPackage}>
          <Trans>Due back on {dayText(returnDueDate)}</Trans>
        </Fact>
      )}
    </>
  );
}

function Fact({
  icon: Icon,
  dimmed = false,
  children,
}: {
  icon: TablerIcon;
  dimmed?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={classes.fact} data-dimmed={dimmed || undefined}>
      <Icon size={18} stroke={1.8} aria-hidden="true" />
      <span>{children}</span>
    </span>
  );
}
