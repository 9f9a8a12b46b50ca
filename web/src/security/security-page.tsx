import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { BlockSkeleton, CallError } from '../shared/ui/feedback.tsx';
import { AddMethodModal } from './add-method-modal.tsx';
import {
  changeSecurityCall,
  type Factor,
  type Security,
  securityCall,
  useSecurity,
} from './api.ts';
import { Methods } from './methods.tsx';
import { NewCodesModal } from './new-codes-modal.tsx';
import { RemoveMethodModal } from './remove-method-modal.tsx';
import classes from './security.module.css';
import { Sessions } from './sessions.tsx';

type Dialog = 'add' | 'codes' | Factor | null;

/** O-13: the sign-in methods and the sessions of the signed-in user. */
export function SecurityPage() {
  const security = useSecurity();
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  return (
    <StaffPage
      title="Security"
      actions={
        security.data && (
          <Button
            leftSection={<IconPlus size={16} stroke={1.8} />}
            onClick={() => setDialog('add')}
          >
            Add method
          </Button>
        )
      }
    >
      {security.data ? (
        <>
          <Methods security={security.data} onRemove={setDialog} />
          {security.data.factors.length > 0 && (
            <>
              <Codes security={security.data} onNew={() => setDialog('codes')} />
              <Devices security={security.data} />
            </>
          )}
          <Sessions security={security.data} />
        </>
      ) : (
        <>
          <CallError error={security.error} onRetry={() => void security.refetch()} />
          {!security.error && <BlockSkeleton height={320} />}
        </>
      )}
      {dialog === 'add' && <AddMethodModal onClose={close} />}
      {dialog === 'codes' && <NewCodesModal onClose={close} />}
      {dialog !== null && typeof dialog === 'object' && (
        <RemoveMethodModal factor={dialog} onClose={close} />
      )}
    </StaffPage>
  );
}

/** The recovery codes, for a lost method. */
const Codes = ({ security, onNew }: { security: Security; onNew: () => void }) => (
  <section className={classes.part} aria-labelledby="codes">
    <h2 id="codes">Recovery codes</h2>
    <div className={classes.row}>
      <Text>{security.recoveryLeft} of 10 left</Text>
      <Button variant="default" size="xs" onClick={onNew}>
        Make new codes
      </Button>
    </div>
  </section>
);

function Devices({ security: { rememberedDevices } }: { security: Security }) {
  const forget = useCommand(changeSecurityCall, {
    refreshes: [securityCall],
    onDone: () => notifications.show({ message: 'No device is remembered any more.' }),
  });
  return (
    <section className={classes.part} aria-labelledby="devices">
      <h2 id="devices">Remembered devices</h2>
      <div className={classes.row}>
        <Text>
          {rememberedDevices === 0
            ? 'No device is remembered.'
            : `${rememberedDevices} ${rememberedDevices === 1 ? 'device is' : 'devices are'} ` +
              'not asked for the second step.'}
        </Text>
        {rememberedDevices > 0 && (
          <Button
            variant="default"
            size="xs"
            loading={forget.isPending}
            onClick={() => forget.mutate({ action: 'forgetDevices' })}
          >
            Forget all devices
          </Button>
        )}
      </div>
      <CallError error={forget.error} />
    </section>
  );
}
