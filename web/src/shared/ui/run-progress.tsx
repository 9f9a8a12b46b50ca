import { Trans } from '@lingui/react/macro';
import { Progress, Text } from '@mantine/core';
import { useId } from 'react';

interface RunProgressProps {
  /** The work of the run: 'Registering students'. */
  label: string;
  done: number;
  total: number;
  /** The errors so far, one line each; shown first. */
  failures?: readonly string[];
}

/** Long work on the server: 'n of m done', announced to screen readers, failures first. */
export function RunProgress({ label, done, total, failures = [] }: RunProgressProps) {
  const id = useId();
  return (
    <div>
      <Text id={id} fw={600}>
        {label}
      </Text>
      <Text role="status" className="num">
        <Trans>
          {done.toLocaleString('en-US')} of {total.toLocaleString('en-US')} done
        </Trans>
      </Text>
      <Progress.Root mt="xs">
        <Progress.Section value={total === 0 ? 0 : (100 * done) / total} aria-labelledby={id} />
      </Progress.Root>
      {failures.length > 0 && (
        <ul>
          {failures.map((failure) => (
            <Text component="li" key={failure} c="var(--mantine-color-error)">
              {failure}
            </Text>
          ))}
        </ul>
      )}
    </div>
  );
}
