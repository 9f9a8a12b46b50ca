import { Button, Title } from '@mantine/core';
import { newYorkDay } from '@portal/contract/days';
import { IconFileDownload } from '@tabler/icons-react';
import { resultColumns, resultKey } from '../shared/exams/result-columns.tsx';
import { dayText } from '../shared/format/dates.ts';
import { useTitle } from '../shared/page/use-title.ts';
import { TalLookup } from '../shared/students/tal-lookup.tsx';
import { PlainTable } from '../shared/table/plain-table.tsx';
import { BlockSkeleton, CallError } from '../shared/ui/feedback.tsx';
import { type Info, useCoopersmithRequest, useInfo, useTalRequest } from './api.ts';
import { RequestCard } from './request-card.tsx';
import { printAs, ResultsSheet, shownOf, vendors } from './results-sheet.tsx';
import classes from './transcripts.module.css';

/** requests of transcripts, and the results that they are made of. */
export function TranscriptsPage() {
  useTitle('Transcripts request');
  const info = useInfo();
  return (
    <div className={classes.page}>
      <Title order={1} tabIndex={-1}>
        Transcripts request
      </Title>
      {info.isPending && <BlockSkeleton height={420} />}
      <CallError
        prefix="Error: "
        error={info.error}
        onRetry={() => void info.refetch()}
        busy={info.isFetching}
      />
      {info.data && <Transcripts info={info.data} />}
    </div>
  );
}

function Transcripts({ info }: { info: Info }) {
  const tal = useTalRequest();
  const coopersmith = useCoopersmithRequest();
  const { student, transcriptBlocks } = info;
  const results = [...(info.talExamsResponse ?? []), ...(info.coopersmithExams ?? [])];
  // a vendor that is unavailable and never gave results has only that note
  const isKnown = (vendorId: number) =>
    (vendorId === 3 ? info.coopersmithExams : info.talExamsResponse) !== null;
  const hasPaper = vendors.some(({ id }) => shownOf(results, id).length > 0);
  const name = `${student.firstName} ${student.lastName}`;
  return (
    <>
      <dl className={classes.facts}>
        <Fact label="Name" text={name} />
        <Fact label="SSN" text={student.ssn} />
        <Fact label="Date of birth" text={dayText(student.dob)} />
        <Fact label="College" text={info.collegeName ?? 'No college on record'} />
      </dl>
      <div className={classes.cards}>
        <RequestCard
          vendors="TAL and CIS"
          requestedAt={info.talLatestTranscriptRequest}
          blocks={transcriptBlocks.tal}
          error={info.talError}
          help={info.missingTalGuid && <TalLookup />}
          request={{
            ...tal,
            send: (pendingOverride) => tal.mutate({ pendingOverride }),
          }}
        />
        <RequestCard
          vendors="Coopersmith"
          requestedAt={info.coopersmithLatestTranscriptRequest}
          blocks={transcriptBlocks.coopersmith}
          error={info.coopersmithError}
          request={{ ...coopersmith, send: () => coopersmith.mutate({ vendorId: 3 }) }}
        />
      </div>
      <div className={classes.head}>
        <Title order={2}>Results</Title>
        <Button
          variant="default"
          leftSection={<IconFileDownload size={16} stroke={1.8} aria-hidden="true" />}
          disabled={!hasPaper}
          onClick={() => printAs(`Exam results ${name}`)}
        >
          Save as PDF
        </Button>
      </div>
      {vendors
        .filter(({ id }) => isKnown(id))
        .map((vendor) => (
          <PlainTable
            key={vendor.id}
            title={vendor.name}
            columns={resultColumns}
            rows={results.filter(({ vendorId }) => vendorId === vendor.id)}
            keyOf={resultKey}
            empty={`Student did not take any ${vendor.name} exams`}
          />
        ))}
      <ResultsSheet student={student} results={results} today={newYorkDay(new Date())} />
    </>
  );
}

function Fact({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <bdi>{text}</bdi>
      </dd>
    </div>
  );
}
