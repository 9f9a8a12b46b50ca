import type { Session } from '@portal/contract/sessions';
import { IconDoorEnter, IconId, IconMapPin, IconPackage, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CalendarTile } from '../shared/calendar-tile.tsx';
import { dayText, longSessionText } from '../shared/dates.ts';
import classes from './session-ticket.module.css';

/** When and where an exam is sat. */
export function SessionTicket({ session }: { session: Session }) {
  const place = session.sessionType === '22' ? session.schoolName : (session.branchName ?? session.locationName ?? session.title);
  return (
    <div className={classes.ticket}>
      <CalendarTile day={session.date} />
      <div className={classes.facts}>
        <span className={classes.when}>{longSessionText(session.date, session.testSessionTime)}</span>
        <Fact icon={IconMapPin} dimmed>
          {[place, session.address, session.city].filter(Boolean).join(', ') || 'Online'}
        </Fact>
        {session.sessionType === '21' && <Fact icon={IconDoorEnter}>Sign in 15 minutes before</Fact>}
        {session.sessionType === '22' && session.session_last_date && (
          <Fact icon={IconDoorEnter}>Until {dayText(session.session_last_date)}</Fact>
        )}
        {session.sessionType === '23' && (
          <>
            <Fact icon={IconId}>Bring your ID and $25.00 to pay the proctor.</Fact>
            {session.shipDate && <Fact icon={IconPackage}>Shipped on {dayText(session.shipDate)}</Fact>}
            {session.returnDueDate && <Fact icon={IconPackage}>Due back on {dayText(session.returnDueDate)}</Fact>}
          </>
        )}
      </div>
    </div>
  );
}

function Fact({ icon: Icon, dimmed = false, children }: { icon: TablerIcon; dimmed?: boolean; children: ReactNode }) {
  return (
    <span className={classes.fact} data-dimmed={dimmed || undefined}>
      <Icon size={18} stroke={1.8} aria-hidden="true" />
      <span>{children}</span>
    </span>
  );
}
