import { Button } from '@mantine/core';
import { can } from '@portal/access/can';
import { IconAlertTriangle, IconSearch } from '@tabler/icons-react';
import { useCommand } from '../api/calls.ts';
import { api, isRefusal } from '../api/client.ts';
import { readSession } from '../session/session.ts';
import { CallError, Note, Outcome } from '../ui/feedback.tsx';
import classes from './students.module.css';

/** "Look up at TAL", for a student without a TAL id; then their results are there, too. C-O67 */
export function TalLookup() {
  const lookup = useCommand(api.lookUpTalId, {
    refreshes: [api.adminGetStudentInfo, api.getPartnerIds],
  });
  if (!can(readSession(), 'partner_id.edit')) return null;
  const { error } = lookup;
  const isDifferent = isRefusal(error, 'differs') || isRefusal(error, 'several_found');
  const reasons = isDifferent ? (error?.problem.reasons ?? []) : [];
  return (
    <>
      <div>
        <Button
          variant="default"
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          loading={lookup.isPending}
          onClick={() => lookup.mutate({})}
        >
          Look up at TAL
        </Button>
      </div>
      <CallError error={error} />
      {reasons.length > 0 && (
        <ul className={classes.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>
              <bdi>{reason}</bdi>
            </li>
          ))}
        </ul>
      )}
      {lookup.data?.talId === null && (
        <Outcome>
          <Note tone="brass" icon={IconAlertTriangle}>
            TAL does not know this student.
          </Note>
        </Outcome>
      )}
    </>
  );
}
