import { can } from '@portal/access/can';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { readSession } from '../shared/session/session.ts';
import { BlockSkeleton, CallError } from '../shared/ui/feedback.tsx';
import { useSettings } from './api.ts';
import { SettingsForm } from './settings-form.tsx';

/** O-16: the settings of the whole portal; changed by super admins, read by others. C-O65. */
export function SettingsPage() {
  const settings = useSettings();
  const mayEdit = can(readSession(), 'setting.edit');
  return (
    <StaffPage title="Settings">
      {settings.data ? (
        <SettingsForm known={settings.data} mayEdit={mayEdit} />
      ) : (
        <>
          <CallError error={settings.error} onRetry={() => void settings.refetch()} />
          {!settings.error && <BlockSkeleton height={320} />}
        </>
      )}
    </StaffPage>
  );
}
