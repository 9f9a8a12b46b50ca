import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text, Title } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { CallFailure, send } from '../shared/api/client.ts';
import { PlainPage } from '../shared/page/plain-page.tsx';
import { useTitle } from '../shared/page/use-title.ts';
import { startExamCall } from './api.ts';
import classes from './start-exam-page.module.css';
import { readStartKey, type StartKey } from './start-key.ts';

const trouble = t`There was an error loading your exam. Please try again.`;
/** Refusals that have a sentence of their own here. R-144. */
const ownText = ['exam_platform_error', 'program_platform_error', 'staff_cannot_start'];

interface Failure {
  text: string;
  /** Advice for cases in which another try is not enough. */
  hint?: string;
}
function failureOf(error: unknown): Failure {
  if (!(error instanceof CallFailure) || !ownText.includes(error.code)) return { text: trouble };
  const { message: text } = error;
  if (error.code !== 'staff_cannot_start') return { text };
  return {
    text,
    hint: t`This browser is logged in as staff. Log out first, or open the link in another browser.`,
  };
}

/** S-07: the page of a start link. It continues to the exam and never asks for a login. */
export function StartExamPage() {
  useTitle(t`Start exam`);
  const { key = '' } = useParams();
  const start = readStartKey(key);
  return <PlainPage>{start ? <Launch start={start} /> : <NoKey />}</PlainPage>;
}

function NoKey() {
  return (
    <>
      <Title order={1}>
        <Trans>Key not found.</Trans>
      </Title>
      <Text c="dimmed">
        <Trans>
          This link is not complete. Please open the exam again from where you got the link.
        </Trans>
      </Text>
    </>
  );
}

function Launch({ start: { token, ...ids } }: { start: StartKey }) {
  const [error, setError] = useState<Failure | null>(null);
  const request = useRef(false);
  const about = useRef(ids);
  const launch = useCallback(() => {
    setError(null);
    send(startExamCall, about.current, { bearer: token }).then(
      ({ url }) => window.location.replace(url),
      (failure: unknown) => setError(failureOf(failure)),
    );
  }, [token]);
  useEffect(() => {
    if (request.current) return;
    request.current = true;
    launch();
  }, [launch]);
  if (error === null) {
    return (
      <div role="status" className={classes.waiting}>
        <Title order={1}>
          <Trans>Exam launching...</Trans>
        </Title>
        <div className={classes.bar} aria-hidden="true" />
      </div>
    );
  }
  return (
    <div role="alert">
      <Title order={1}>{error.text}</Title>
      {error.hint && <Text c="dimmed">{error.hint}</Text>}
      <Button mt="md" onClick={launch}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
