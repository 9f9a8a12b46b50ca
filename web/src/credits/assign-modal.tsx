import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import type { Package } from '@portal/contract/payments/credits';
import { IconCircleCheck } from '@tabler/icons-react';
import { useCommand } from '../shared/api/calls.ts';
import { creditsCall, recordCall, useRecord } from '../shared/api/student.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { creditsText } from '../shared/format/money.ts';
import { CreditCount } from '../shared/ui/coin.tsx';
import { CallError, Note, Outcome } from '../shared/ui/feedback.tsx';
import { assignCall } from './api.ts';
import classes from './buy-modal.module.css';

interface AssignModalProps {
  studentId: number;
  offer: Package;
  onClose: () => void;
}

/** M-48: gives a package to the student in view, without a card and without a charge. R-095. */
export function AssignModal({ studentId, offer, onClose }: AssignModalProps) {
  const { data: record } = useRecord(studentId);
  const assign = useCommand(assignCall, { refreshes: [creditsCall, recordCall] });
  const done = assign.data;
  if (done)
    return (
      <ModalFrame
        title={t`Package assigned`}
        opened
        onClose={onClose}
        foot={
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        }
      >
        <Outcome>
          <Note tone="moss" icon={IconCircleCheck}>
            {done.successMessage}
          </Note>
          <div className={classes.balance}>
            <Text c="dimmed">
              <Trans>The student now has</Trans>
            </Text>
            <CreditCount count={done.totCreditsAvailable} pill />
          </div>
        </Outcome>
      </ModalFrame>
    );
  return (
    <ModalFrame
      title={t`Assign package`}
      opened
      onClose={onClose}
      busy={assign.isPending}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={assign.isPending} data-autofocus>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            loading={assign.isPending}
            disabled={!record}
            onClick={() => assign.mutate({ packageId: offer.id })}
          >
            <Trans>Assign</Trans>
          </Button>
        </>
      }
    >
      <dl className={classes.assigned}>
        <dt>
          <Trans>Student</Trans>
        </dt>
        <dd>
          {record && (
            <bdi>
              {record.student.firstName} {record.student.lastName}, {record.student.ssn}
            </bdi>
          )}
        </dd>
        <dt>
          <Trans>Package</Trans>
        </dt>
        <dd>{offer.display_name}</dd>
        <dt>
          <Trans>Credits</Trans>
        </dt>
        <dd>{creditsText(offer.number_of_credits)}</dd>
      </dl>
      <CallError error={assign.error} />
    </ModalFrame>
  );
}
