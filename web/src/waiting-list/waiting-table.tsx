import { Anchor, Button, Table, Text } from '@mantine/core';
import { can } from '@portal/access/can';
import type { WaitingEntry } from '@portal/contract/sessions/waiting-list';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { instantText } from '../shared/format/dates.ts';
import { readSession } from '../shared/session/session.ts';
import { ChangeWaitingModal, type LineAction } from './change-waiting-modal.tsx';
import classes from './waiting.module.css';

const actions: readonly { action: LineAction; label: string }[] = [
  { action: 'move', label: 'Move' },
  { action: 'remove', label: 'Remove' },
  { action: 'offerNow', label: 'Offer now' },
];

/** Who waits in one session, in the order of its line. O-09 */
export function WaitingTable({ entries }: { entries: readonly WaitingEntry[] }) {
  const [changing, setChanging] = useState<{ entry: WaitingEntry; action: LineAction } | null>(
    null,
  );
  const mayEdit = can(readSession(), 'waiting_list.edit');
  return (
    <div className={classes.scroll}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Position</Table.Th>
            <Table.Th>Student</Table.Th>
            <Table.Th>Exam</Table.Th>
            <Table.Th>Waiting since</Table.Th>
            <Table.Th>State</Table.Th>
            {mayEdit && <Table.Th>Change</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.waitingId}>
              <Table.Td>{entry.position ?? '-'}</Table.Td>
              <Table.Td>
                <Anchor component={Link} to={`/admin/student/${entry.studentId}`}>
                  <bdi>{entry.studentName}</bdi>
                </Anchor>
              </Table.Td>
              <Table.Td>{entry.subject}</Table.Td>
              <Table.Td>{instantText(entry.joinedAt)}</Table.Td>
              <Table.Td>
                {entry.offerUntil ? `Offered until ${instantText(entry.offerUntil)}` : 'Waiting'}
                {entry.skipped && (
                  <Text size="sm" c="dimmed">
                    Passed over: {entry.skipped}
                  </Text>
                )}
              </Table.Td>
              {mayEdit && (
                <Table.Td>
                  <div className={classes.buttons}>
                    {actions
                      .filter(({ action }) => action === 'remove' || entry.state === 'waiting')
                      .map(({ action, label }) => (
                        <Button
                          key={action}
                          size="xs"
                          variant="default"
                          aria-label={`${label}: ${entry.studentName}`}
                          onClick={() => setChanging({ entry, action })}
                        >
                          {label}
                        </Button>
                      ))}
                  </div>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {changing && <ChangeWaitingModal {...changing} onClose={() => setChanging(null)} />}
    </div>
  );
}
