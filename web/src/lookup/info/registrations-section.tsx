import { Button, Menu, SegmentedControl } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { LogButton } from '../../shared/history/log-button.tsx';
import { PlainTable } from '../../shared/table/plain-table.tsx';
import type { Column } from '../../shared/table/table-props.ts';
import { registrationColumns } from '../registration-columns.tsx';
import type { InfoRegistration, RegistrationAction } from './api.ts';
import classes from './info.module.css';
import { RegistrationModal } from './registration-modal.tsx';
import { Section } from './section.tsx';

const labels: Readonly<Record<RegistrationAction, string>> = {
  clearOnlineAccess: 'Clear online access',
  reopen: 'Re-Open Exam',
  resetOnlineCompleted: 'Clear completed flag',
  cancel: 'Cancel exam',
  cancelSession: 'Cancel session',
  toOnline: 'Change to online',
};

interface SectionRequest {
  registration: InfoRegistration;
  action: RegistrationAction;
}

/** Registrations with the actions that their `actions` allow. A-11. */
export function RegistrationsSection({
  registrations,
}: {
  registrations: readonly InfoRegistration[];
}) {
  const [shown, setShown] = useState<'all' | 'active'>('all');
  const [request, setRequest] = useState<SectionRequest | null>(null);
  const rows = shown === 'all' ? registrations : registrations.filter(({ active }) => active);
  const columns: readonly Column<InfoRegistration>[] = [
    // beside the exam, so that no screen is too narrow for it
    ...registrationColumns.slice(0, 1),
    {
      id: 'actions',
      title: 'Actions',
      text: () => '',
      cell: (registration) => (
        <div className={classes.row}>
          <LogButton name={registration.examName} logs={registration.logs} />
          <Actions
            registration={registration}
            onAsk={(action) => setRequest({ registration, action })}
          />
        </div>
      ),
    },
    ...registrationColumns.slice(1),
  ];
  return (
    <Section title="Registrations" count={registrations.length}>
      <div className={classes.tools}>
        <SegmentedControl
          aria-label="Which registrations"
          size="xs"
          value={shown}
          onChange={(value) => setShown(value as typeof shown)}
          data={[
            { value: 'all', label: 'Show All' },
            { value: 'active', label: 'Active Only' },
          ]}
        />
      </div>
      <PlainTable
        title="Registrations"
        hideTitle
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        isOver={({ active }) => !active}
        empty="No registrations."
      />
      {request && <RegistrationModal {...request} onClose={() => setRequest(null)} />}
    </Section>
  );
}

function Actions({
  registration: { actions, examName },
  onAsk,
}: {
  registration: InfoRegistration;
  onAsk: (action: RegistrationAction) => void;
}) {
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          size="compact-xs"
          rightSection={<IconChevronDown size={14} stroke={1.8} aria-hidden="true" />}
          aria-label={`Actions for ${examName}`}
        >
          Actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item key={action} onClick={() => onAsk(action)}>
            {labels[action]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
