import { timeText } from '../../shared/format/dates.ts';
import { placeOf } from '../../shared/format/office-place.ts';
import { type OfficeSession, stateTexts, takenText } from '../api.ts';
import classes from '../calendar.module.css';

interface SessionEntryProps {
  session: OfficeSession;
  /** It is dragged, or let go. */
  onDrag?: (isDragged: boolean) => void;
  onOpen: (session: OfficeSession) => void;
}

const clock = (session: OfficeSession): string =>
  timeText(session.testSessionTime).replace(/ ET$/, '');

/** A session in a day of the calendar: when, where, and how full. */
export function SessionEntry({ session, onDrag, onOpen }: SessionEntryProps) {
  const { state, held, waiting, remainingSeats, rooms } = session;
  const isFull = state === 'open' && remainingSeats === 0;
  return (
    <button
      type="button"
      className={classes.entry}
      data-state={state}
      data-full={isFull || undefined}
      draggable={onDrag !== undefined && session.actions.includes('move')}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', placeOf(session));
        onDrag?.(true);
      }}
      onDragEnd={() => onDrag?.(false)}
      onClick={() => onOpen(session)}
    >
      <span className={classes.when}>{clock(session)}</span>
      <span className={classes.where}>
        <bdi>{placeOf(session)}</bdi>
      </span>
      {rooms.length > 0 && (
        <span className={classes.entryRooms}>
          <bdi>{rooms.map(({ name }) => name).join(', ')}</bdi>
        </span>
      )}
      <span className={classes.taken}>{takenText(session)}</span>
      {(held > 0 || waiting > 0) && (
        <span className={classes.coming}>
          {held > 0 && <span>{`${held} held`}</span>}
          {waiting > 0 && <span>{`${waiting} waiting`}</span>}
        </span>
      )}
      {state !== 'open' && <span className={classes.state}>{stateTexts[state]}</span>}
      {isFull && <span className={classes.state}>Full</span>}
    </button>
  );
}
