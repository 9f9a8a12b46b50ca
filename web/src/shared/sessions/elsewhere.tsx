import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import type { Location, OpenBranch } from '@portal/contract/sessions/sessions';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { answerKey, useCommand } from '../api/calls.ts';
import { api } from '../api/client.ts';
import { useMayFor } from '../api/student-in-view.tsx';
import { sessionText } from '../format/dates.ts';
import { CallError } from '../ui/feedback.tsx';
import classes from './elsewhere.module.css';

/** Where else there is room, the soonest first: more would be a list to search in. */
const MOST = 4;

interface ElsewhereProps {
  branch: Location;
  bookable: readonly Location[];
  open: readonly OpenBranch[];
  onPick: (branchId: number) => void;
}

/** For a branch without bookable sessions: the alternatives, and an email when that changes. */
export function Elsewhere({ branch, bookable, open, onPick }: ElsewhereProps) {
  const others = open
    .flatMap(({ locationId, next, openSessions }) => {
      const place = bookable.find(({ id }) => id === locationId);
      return place && next && place.id !== branch.id ? [{ place, next, openSessions }] : [];
    })
    .sort((a, b) => `${a.next.date} ${a.next.time}`.localeCompare(`${b.next.date} ${b.next.time}`))
    .slice(0, MOST);
  return (
    <div className={classes.elsewhere}>
      {others.length > 0 && (
        <>
          <Text fw={600}>
            <Trans>Room at other branches</Trans>
          </Text>
          <ul className={classes.list}>
            {others.map(({ place, next, openSessions }) => (
              <li key={place.id}>
                <Button
                  variant="default"
                  fullWidth
                  justify="space-between"
                  h="auto"
                  py={8}
                  onClick={() => onPick(place.id)}
                  rightSection={
                    <Text component="span" c="dimmed" size="sm">
                      {plural(openSessions, { one: '# session', other: '# sessions' })}
                    </Text>
                  }
                >
                  <span className={classes.words}>
                    <b>{place.name}</b>
                    <span>
                      <Trans>from {sessionText(next.date, next.time)}</Trans>
                    </span>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <AlertButton
        branch={branch}
        isSet={open.some(({ locationId, alert }) => locationId === branch.id && alert)}
      />
    </div>
  );
}

function AlertButton({ branch, isSet }: { branch: Location; isSet: boolean }) {
  const maySet = useMayFor('session_alert.set');
  const client = useQueryClient();
  const set = useCommand(api.setSessionAlert, {
    onDone: () => void client.invalidateQueries({ queryKey: answerKey(api.getOpenBranches) }),
  });
  if (!maySet) return null;
  const isWanted = set.data?.wanted ?? isSet;
  return (
    <>
      <span role="status">
        {isWanted && t`We will email you when a session opens at ${branch.name}.`}
      </span>
      <Button
        variant={isWanted ? 'default' : 'light'}
        leftSection={
          isWanted ? (
            <IconBellOff size={18} stroke={1.8} aria-hidden="true" />
          ) : (
            <IconBell size={18} stroke={1.8} aria-hidden="true" />
          )
        }
        loading={set.isPending}
        onClick={() => set.mutate({ locationId: branch.id, wanted: !isWanted })}
      >
        {isWanted ? t`Do not email me` : t`Email me when a session opens`}
      </Button>
      <CallError error={set.error} />
    </>
  );
}
