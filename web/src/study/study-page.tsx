import { t } from '@lingui/core/macro';
import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { useTitle } from '../shared/page/use-title.ts';
import { readSession } from '../shared/session/session.ts';
import { BlockSkeleton, CallError } from '../shared/ui/feedback.tsx';
import { isProgramId, type useStudyInfo } from './api.ts';
import classes from './study.module.css';

interface StudyPageProps {
  title: string;
  place: { programId: number };
  info: ReturnType<typeof useStudyInfo>;
  /** The error of the link itself. */
  trouble?: Error | null;
  children: ReactNode;
}

const NO_INTEREST = new Error('Seminary study program interest not found');
const ABOVE = [{ to: '/admin', label: t`Student lookup` }] as const;

/**
 * Title and student, and the placeholder or error shown while there is no content. Staff see it as
 * a page of their own, with the student in view.
 */
export function StudyPage({ title, place, info, trouble = null, children }: StudyPageProps) {
  useTitle(title);
  const { data, error, isFetching, refetch } = info;
  const wrongLink = trouble ?? (isProgramId(place.programId) ? null : NO_INTEREST);
  const mayPass = error !== null && !error.isFinal;
  const name = data && `${data.student.First} ${data.student.Last}`;
  const content = (
    <>
      {!wrongLink && info.isPending && <BlockSkeleton height={420} />}
      {(wrongLink || !data) && (
        <CallError
          error={wrongLink ?? error}
          onRetry={!wrongLink && mayPass ? () => void refetch() : undefined}
          busy={isFetching}
        />
      )}
      {children}
    </>
  );
  if (readSession().staff)
    return (
      <StaffPage title={title} above={ABOVE} student={name}>
        {data && <Text c="dimmed">{data.programName}</Text>}
        {content}
      </StaffPage>
    );
  return (
    <>
      <div className={classes.head}>
        <Title order={1}>{title}</Title>
        {data && (
          <Text c="dimmed">
            {data.programName}, {name}
          </Text>
        )}
      </div>
      {content}
    </>
  );
}
