import { Text, Title } from '@mantine/core';
import { BlockSkeleton, CallError } from '../shared/feedback.tsx';
import { isProgramId, type StudyPlace, type useStudyInfo } from './api.ts';
import classes from './study.module.css';

interface StudyHeadProps {
  title: string;
  place: StudyPlace;
  info: ReturnType<typeof useStudyInfo>;
}

const NO_INTEREST = new Error('Seminary study program interest not found');

/** Title and student, and what stands in the place of the page until it is known, or when it cannot be. */
export function StudyHead({ title, place, info }: StudyHeadProps) {
  const { data, error, isFetching, refetch } = info;
  const isKnownProgram = isProgramId(place.programId);
  const mayPass = error !== null && !error.isFinal;
  return (
    <>
      <div className={classes.head}>
        <Title order={1}>{title}</Title>
        {data && (
          <Text c="dimmed">
            {data.programName}, {data.student.First} {data.student.Last}
          </Text>
        )}
      </div>
      {isKnownProgram && info.isPending && <BlockSkeleton height={420} />}
      {!data && (
        <CallError error={isKnownProgram ? error : NO_INTEREST} onRetry={mayPass ? () => void refetch() : undefined} busy={isFetching} />
      )}
    </>
  );
}
