import { Button } from '@mantine/core';
import { useCommand } from '../../shared/api/calls.ts';
import { api } from '../../shared/api/client.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { creditsText, money } from '../../shared/format/money.ts';
import { afterMoney, type InfoTransaction, infoCall, useInfoParts } from './api.ts';
import classes from './info.module.css';

interface RefundModalProps {
  row: InfoTransaction;
  /** The proctor fees are not charged. */
  waived: boolean;
  onClose: () => void;
  onDone: (message: string) => void;
  onFailed: (error: string) => void;
}

/** M-43: shows the refund before it is made; the outcome is shown in the row.. */
export function RefundModal({ row, waived, onClose, onDone, onFailed }: RefundModalProps) {
  const put = useInfoParts();
  const isFree = row.refundButton === 'remove';
  const refund = useCommand(api.refundPackage, {
    refreshes: [...afterMoney, infoCall],
    onDone: ({ msg, transactionLogs }) => {
      put({ transactionLogs });
      onDone(msg);
    },
  });
  const confirm = () => {
    if (row.packageId !== null)
      refund.mutate(
        { packageId: row.packageId, withoutChargingProctorFee: waived },
        { onError: ({ message }) => onFailed(message) },
      );
  };
  return (
    <ModalFrame
      title={isFree ? 'Remove package' : 'Refund package'}
      opened
      onClose={onClose}
      busy={refund.isPending}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={refund.isPending} data-autofocus>
            Cancel
          </Button>
          <Button color="garnet" loading={refund.isPending} onClick={confirm}>
            {isFree ? 'Remove' : 'Refund'}
          </Button>
        </>
      }
    >
      <dl className={classes.facts}>
        <dt>Package</dt>
        <dd>{row.CreditsPackageType ?? 'Credits'}</dd>
        <dt>Price</dt>
        <dd>{money(row.packageTupePurchasePrice ?? 0)}</dd>
        <dt>Credits left</dt>
        <dd>
          {creditsText(row.packageCreditBalance ?? 0)} of {row.Purchased}
        </dd>
        {!isFree && (
          <>
            <dt>Proctor fees</dt>
            <dd>{waived ? 'Not charged' : 'Charged'}</dd>
          </>
        )}
      </dl>
    </ModalFrame>
  );
}
