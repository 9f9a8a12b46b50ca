import { t } from '@lingui/core/macro';
import { Progress, Text } from '@mantine/core';
import type { Assignment } from '@portal/contract/courses/assignments';
import { handedIn } from './assignments.ts';
import classes from './assignments-progress.module.css';

/** How many assignments of a course are uploaded, in words and as a bar. */
export function AssignmentsProgress({ list }: { list: readonly Assignment[] }) {
  if (list.length === 0) return null;
  const done = handedIn(list);
  const words = t`${done} of ${list.length} assignments uploaded`;
  return (
    <div className={classes.progress}>
      <Text className="num">{words}</Text>
      <Progress
        value={(100 * done) / list.length}
        color={done === list.length ? 'moss' : 'violet'}
        radius="xl"
        size={8}
        aria-label={words}
      />
    </div>
  );
}
