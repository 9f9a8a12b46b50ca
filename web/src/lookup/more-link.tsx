import { Button } from '@mantine/core';
import { can } from '@portal/access/can';
import { IconExternalLink } from '@tabler/icons-react';
import { readSession } from '../shared/session/session.ts';

/** The first page of a student that this account may open: tech support has A-11 alone. */
const firstPage = (): string => (can(readSession(), 'exam.list') ? 'student' : 'studentinfo');

/** 'More': the pages of a found student, in a tab of their own. */
export function MoreLink({ studentId, name }: { studentId: number; name: string }) {
  return (
    <Button
      component="a"
      href={`/admin/${firstPage()}/${studentId}`}
      target="_blank"
      rel="noopener"
      variant="subtle"
      size="compact-xs"
      rightSection={<IconExternalLink size={14} stroke={1.8} aria-hidden="true" />}
      aria-label={`More about ${name}`}
    >
      More
    </Button>
  );
}
