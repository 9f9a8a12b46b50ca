import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Progress, Text, Title } from '@mantine/core';
import { type SystemPart, systemParts } from '@portal/contract/sessions/system-findings';
import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconDeviceDesktopCheck,
  IconDeviceDesktopX,
  IconLoader2,
  IconVideo,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { Brand } from '../shared/page/mark.tsx';
import { useCameraAllowed } from '../shared/page/use-camera-allowed.ts';
import { useTitle } from '../shared/page/use-title.ts';
import {
  findingTexts,
  partNames,
  remedyTexts,
  textOf,
} from '../shared/system-check/finding-text.ts';
import { LastCheck, systemCheckCall } from '../shared/system-check/last-check.tsx';
import { CallError, Note } from '../shared/ui/feedback.tsx';
import classes from './system-check-page.module.css';
import type { NetworkFigures } from './try-network.ts';
import { findingsOf, type PartResult, useSystemCheck } from './use-system-check.ts';

/** Tries camera, microphone, connection, browser and screen for an exam at home, any day before. */
export function SystemCheckPage() {
  useTitle(t`System check`);
  useCameraAllowed();
  const save = useCommand(api.saveSystemCheck, { refreshes: [systemCheckCall] });
  const { results, loudness, network, isCameraOn, video, run } = useSystemCheck((findings) =>
    save.mutate(findings),
  );
  const [isStarted, setStarted] = useState(false);
  const findings = findingsOf(results);
  const isRunning = isStarted && findings === null;
  const start = () => {
    setStarted(true);
    save.reset();
    void run();
  };
  return (
    <main className={classes.page}>
      <Brand />
      <Title order={1}>
        <Trans>System check</Trans>
      </Title>
      <p className={classes.lead}>
        <Trans>
          An exam at home needs a computer with a camera and a microphone. This takes a minute, and
          can be done any day before the exam. Nothing is recorded: picture and sound stay here.
        </Trans>
      </p>
      <div className={classes.check}>
        <div className={classes.picture}>
          <video ref={video} muted playsInline hidden={!isCameraOn} aria-label={t`Your camera`} />
          {!isCameraOn && <IconVideo size={40} stroke={1.4} aria-hidden="true" />}
          <Progress
            value={Math.min(100, Math.round(loudness * 400))}
            size="sm"
            aria-label={t`How loud your microphone is`}
            transitionDuration={100}
          />
        </div>
        <ul className={classes.parts}>
          {systemParts.map((part) => (
            <Part key={part} part={part} result={results[part]} network={network} />
          ))}
        </ul>
      </div>
      {findings && <Verdict isReady={Object.values(findings).every((one) => one === null)} />}
      <CallError error={save.error} onRetry={() => findings && save.mutate(findings)} />
      {save.isSuccess && (
        <Text c="dimmed" role="status">
          <Trans>The result is saved. The office sees it too, should you need help.</Trans>
        </Text>
      )}
      <div className={classes.buttons}>
        <Button size="md" onClick={start} loading={isRunning}>
          {isStarted ? t`Check again` : t`Start the check`}
        </Button>
        <Anchor href="/">
          <Trans>My exams</Trans>
        </Anchor>
      </div>
      {!isStarted && <LastCheck />}
    </main>
  );
}

const icons = {
  waiting: <IconCircleDashed size={24} stroke={1.6} aria-hidden="true" />,
  running: <IconLoader2 size={24} stroke={1.8} className={classes.turning} aria-hidden="true" />,
  fit: <IconCircleCheck size={24} stroke={1.8} aria-hidden="true" />,
  failed: <IconCircleX size={24} stroke={1.8} aria-hidden="true" />,
};

const instructions: Readonly<Record<SystemPart, string>> = {
  browser: t`Chrome, Edge or Firefox on a computer`,
  camera: t`Allow the camera when the browser asks`,
  microphone: t`Say a few words`,
  network: t`Loading a file to see how fast it comes`,
  screen: t`Large enough, and only one`,
};

const networkText = ({ megabits, answerMs }: NetworkFigures): string | null =>
  megabits === null || answerMs === null
    ? null
    : t`${megabits < 10 ? megabits.toFixed(1) : Math.round(megabits)} Mbit/s, answers in ${Math.round(answerMs)} ms`;

/** One component: its state as icon and words, and what to do when it failed. */
function Part({
  part,
  result,
  network,
}: {
  part: SystemPart;
  result: PartResult;
  network: NetworkFigures | null;
}) {
  const isTried = typeof result !== 'string';
  const finding = isTried ? result.finding : null;
  const state = isTried ? (finding === null ? 'fit' : 'failed') : result;
  const figures = part === 'network' && network ? networkText(network) : null;
  return (
    <li data-state={state}>
      {icons[state]}
      <span className={classes.words}>
        <b>{partNames[part]}</b>
        <span role={state === 'waiting' ? undefined : 'status'}>
          {finding !== null
            ? `${textOf(findingTexts, part, finding)} ${textOf(remedyTexts, part, finding)}`
            : isTried
              ? (figures ?? t`Works`)
              : instructions[part]}
        </span>
        {finding !== null && figures && <span>{figures}</span>}
      </span>
    </li>
  );
}

/** The overall result; takes the focus, since the pressed button is far from it. */
function Verdict({ isReady }: { isReady: boolean }) {
  const verdict = useRef<HTMLDivElement>(null);
  useEffect(() => verdict.current?.focus(), []);
  return (
    <div ref={verdict} tabIndex={-1} className={classes.verdict}>
      <Note
        tone={isReady ? 'moss' : 'brass'}
        icon={isReady ? IconDeviceDesktopCheck : IconDeviceDesktopX}
      >
        <b>
          {isReady
            ? t`This computer is ready for the online exam.`
            : t`This computer is not ready for the online exam.`}
        </b>{' '}
        {isReady
          ? t`Use the same one, in the same place, on the day of the exam.`
          : t`Mend what is marked above, and check again.`}
      </Note>
    </div>
  );
}
