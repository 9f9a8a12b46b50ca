import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconRefresh } from '@tabler/icons-react';
import { useCommand } from '../shared/api/calls.ts';
import { reconcileCall, reconciliationCall, type SettledDay } from './api.ts';

interface CompareButtonProps {
  day: SettledDay;
  /** Names the day, where several stand in a list. */
  label?: string;
  onError: (error: Error | null) => void;
}

/** Compares a day now; a signed day stays unchanged. */
export function CompareButton({ day, label, onError }: CompareButtonProps) {
  const { date, account, running } = day;
  const compare = useCommand(reconcileCall, {
    refreshes: [reconciliationCall],
    onDone: () => notifications.show({ message: 'The day was compared.' }),
  });
  if (day.state === 'signed') return null;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} stroke={1.8} />}
      loading={compare.isPending || running}
      {...(label === undefined ? {} : { 'aria-label': label })}
      onClick={() => {
        onError(null);
        compare.mutate({ date, account }, { onError });
      }}
    >
      Compare now
    </Button>
  );
}
