import { Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { instantText } from '../shared/format/dates.ts';
import { CallError, Note } from '../shared/ui/feedback.tsx';
import { useLastRefresh, useRefresh } from './api.ts';
import classes from './materials.module.css';

const changesText = (count: number): string => {
  if (count === 0) return 'No materials changed.';
  return count === 1
    ? '1 material changed.'
    : `${count.toLocaleString('en-US')} materials changed.`;
};

/** The last refresh from the partners, its outcome, and a button for another one. */
export function RefreshMaterials() {
  const last = useLastRefresh();
  const refresh = useRefresh();
  const state = refresh.data ?? last.data;
  const troubles = [state?.talError, state?.cisError].filter((text) => text !== undefined);
  return (
    <section aria-label="Refresh" className={classes.refresh}>
      <div className={classes.line}>
        <Text c="dimmed" className="num">
          {state && `Last refresh: ${state.lastUpdated ? instantText(state.lastUpdated) : 'never'}`}
        </Text>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.8} aria-hidden="true" />}
          loading={refresh.isPending}
          onClick={() => refresh.mutate({}, { onError: () => void last.refetch() })}
        >
          Refresh TAL/CIS study materials
        </Button>
      </div>
      <div role="status" className={classes.outcome}>
        {refresh.isSuccess && (
          <Note tone="moss" icon={IconCircleCheck}>
            {changesText(refresh.data.updated)}
          </Note>
        )}
        {troubles.map((text) => (
          <Note key={text} tone="garnet" icon={IconAlertTriangle}>
            {text}
          </Note>
        ))}
      </div>
      <CallError error={refresh.error} />
      <CallError error={last.error} onRetry={() => void last.refetch()} busy={last.isFetching} />
    </section>
  );
}
