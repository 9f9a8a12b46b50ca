import { Anchor } from '@mantine/core';
import type { OfficeSession } from '@portal/contract/sessions/office-sessions';
import { Link } from 'react-router-dom';
import { timeText } from '../shared/format/dates.ts';
import { placeOf } from '../shared/format/office-place.ts';
import { seatsTaken } from '../shared/format/seats.ts';
import classes from './overview.module.css';

const takenOf = (session: OfficeSession): string =>
  session.seats === null
    ? `${session.taken} taken`
    : `${seatsTaken(session)} of ${session.seats} seats taken`;

/** The sessions of today by their start, each a link to it. */
export const Today = ({ sessions }: { sessions: readonly OfficeSession[] }) => (
  <section className={classes.card} aria-labelledby="today">
    <h2 id="today">Today</h2>
    {sessions.length === 0 ? (
      <p className={classes.empty}>No sessions today.</p>
    ) : (
      <ul className={classes.list}>
        {sessions.map((session) => (
          <li key={session.testSessionId}>
            <span className="num">{timeText(session.testSessionTime)}</span>
            <Anchor component={Link} to={`/admin/session/${session.testSessionId}`}>
              <bdi>{placeOf(session)}</bdi>
            </Anchor>
            <span className={classes.end}>{takenOf(session)}</span>
          </li>
        ))}
      </ul>
    )}
  </section>
);
