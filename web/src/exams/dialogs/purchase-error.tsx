import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { ServerText } from '../../shared/ui/server-text.tsx';

interface PurchaseErrorProps {
  message: string;
  onClose: () => void;
  onRetry?: () => void;
  retrying?: boolean;
}

/**
 * M-15: a registration that was refused, with the server's sentence cleaned of all but plain
 * formatting. R-129.
 */
export function PurchaseError({ message, onClose, onRetry, retrying = false }: PurchaseErrorProps) {
  return (
    <ModalFrame
      title={t`The exam was not registered`}
      opened
      onClose={onClose}
      busy={retrying}
      foot={
        <>
          {onRetry && (
            <Button variant="default" onClick={onRetry} loading={retrying}>
              <Trans>Try again</Trans>
            </Button>
          )}
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      <Alert color="garnet" icon={<IconAlertCircle size={20} stroke={1.8} />}>
        <ServerText text={message} />
      </Alert>
    </ModalFrame>
  );
}
