import { Anchor, Button, Text } from '@mantine/core';
import { can } from '@portal/access/can';
import type { WaitingEntry } from '@portal/contract/sessions/waiting-list';
import { IconDoor, IconHourglass } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { instantText } from '../shared/format/dates.ts';
import { readSession } from '../shared/session/session.ts';
import { ToneBadge } from '../shared/ui/tone-badge.tsx';
import { ChangeWaitingModal, type LineAction } from './change-waiting-modal.tsx';
import classes from './waiting.module.css';

const actions: readonly { action: LineAction; label: string }[] = [
  { action: 'move', label: 'Move' },
  { action: 'remove', label: 'Remove' },
  { action: 'offerNow', label: 'Offer now' },
];

/** The waiting list of one session, open offers first, then in order of position. O-09 */
export function WaitingLine({ entries }: { entries: readonly WaitingEntry[] }) {
  const [changing, setChanging] = useState<{ entry: WaitingEntry; action: LineAction } | null>(
    null,
  );
  const mayEdit = can(readSession(), 'waiting_list.edit');
  return (
    <>
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <li key={entry.waitingId} className={classes.entry} data-edited={mayEdit || undefined}>
            <span className={classes.position}>
              {entry.position === null ? (
                <IconHourglass size={18} stroke={1.8} aria-label="Has an offer" role="img" />
              ) : (
                entry.position
              )}
            </span>
            <div className={classes.who}>
              <Anchor component={Link} to={`/admin/student/${entry.studentId}`}>
                <bdi>{entry.studentName}</bdi>
              </Anchor>
              <Text size="sm">
                <bdi>{entry.subject}</bdi>
              </Text>
            </div>
            <div className={classes.state}>
              <Text size="sm">
                {entry.offerUntil
                  ? `Offered until ${instantText(entry.offerUntil)}`
                  : `Waiting since ${instantText(entry.joinedAt)}`}
              </Text>
              {entry.skipped && (
                <Text size="sm" c="dimmed">
                  Passed over: {entry.skipped}
                </Text>
              )}
              {entry.needsSpecial && (
                <ToneBadge tone="lapis" icon={IconDoor}>
                  Needs a special place
                </ToneBadge>
              )}
            </div>
            {mayEdit && (
              <div className={classes.buttons}>
                {actions
                  .filter(({ action }) => action === 'remove' || entry.state === 'waiting')
                  .map(({ action, label }) => (
                    <Button
                      key={action}
                      size="compact-md"
                      variant="default"
                      aria-label={`${label}: ${entry.studentName}`}
                      onClick={() => setChanging({ entry, action })}
                    >
                      {label}
                    </Button>
                  ))}
              </div>
            )}
          </li>
        ))}
      </ul>
      {changing && <ChangeWaitingModal {...changing} onClose={() => setChanging(null)} />}
    </>
  );
}
