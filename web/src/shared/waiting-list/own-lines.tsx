import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { can } from '@portal/access/can';
import { useAnswer } from '../api/calls.ts';
import { longSessionText } from '../format/dates.ts';
import { readSession } from '../session/session.ts';
import { EntryStanding, isOpenEntry } from './entry-standing.tsx';
import { waitingListCall } from './waiting-calls.ts';
import classes from './waiting-list.module.css';

/** The waiting lists of an exam of the student, in its row. O-18 */
export function OwnLines({ registrationId }: { registrationId: number }) {
  return can(readSession(), 'waiting_list.join') ? <Lines registrationId={registrationId} /> : null;
}

function Lines({ registrationId }: { registrationId: number }) {
  const waiting = useAnswer(waitingListCall, {});
  const own = (waiting.data?.entries ?? []).filter(
    (entry) => entry.registrationId === registrationId && isOpenEntry(entry),
  );
  if (own.length === 0) return null;
  return (
    <section className={classes.lines} aria-label={t`Waiting list`}>
      {own.map((entry) => {
        const when = longSessionText(entry.date, entry.testSessionTime);
        return (
          <div key={entry.waitingId} className={classes.line}>
            <Text>
              <b>{when}</b> {entry.locationName}
            </Text>
            <EntryStanding entry={entry} when={when} />
          </div>
        );
      })}
    </section>
  );
}
