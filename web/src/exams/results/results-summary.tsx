import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Progress, Text } from '@mantine/core';
import { type Day, newYorkDay } from '@portal/contract/days';
import type { Exam } from '@portal/contract/exams/exam';
import type { CreditsInfo } from '@portal/contract/payments/credits';
import { IconChartDots } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyDialog } from '../../shared/dialogs/lazy-dialog.tsx';
import { shortDayText } from '../../shared/format/dates.ts';
import { countResults, programmesOf, scoresOf } from './results.ts';
import classes from './results-summary.module.css';

const LinePlot = lazyDialog(async () => (await import('../../shared/plot/line-plot.tsx')).LinePlot);

/** So many scores make a course over time; fewer are read faster in their rows. */
const MIN_SCORES = 3;

interface ResultsSummaryProps {
  exams: readonly Exam[];
  credits: CreditsInfo | undefined;
}

/** How the exams went so far: in words, as a bar, by programme, and over time. */
export function ResultsSummary({ exams, credits }: ResultsSummaryProps) {
  const [plot, setPlot] = useState(false);
  const today: Day = newYorkDay(new Date());
  const { passed, failed, waiting } = countResults(exams, today);
  const scores = scoresOf(exams);
  const programmes = credits ? programmesOf(exams, credits, today) : [];
  const all = passed + failed + waiting;
  if (all === 0) return null;
  const parts = [
    { count: passed, word: t`passed`, color: 'moss' },
    { count: failed, word: t`not passed`, color: 'garnet' },
    { count: waiting, word: t`waiting for a grade`, color: 'brass' },
  ].filter(({ count }) => count > 0);
  return (
    <div className={classes.summary}>
      <div className={classes.part}>
        <Text>
          {parts.map(({ count, word }, at) => (
            <span key={word}>
              {at > 0 && ', '}
              <b className="num">{count}</b> {word}
            </span>
          ))}
        </Text>
        <Progress.Root size={8} radius="xl" aria-hidden="true">
          {parts.map(({ count, word, color }) => (
            <Progress.Section key={word} value={(100 * count) / all} color={color} />
          ))}
        </Progress.Root>
      </div>
      {programmes.map(({ id, name, passed: done, exams: of }) => (
        <div className={classes.part} key={id}>
          <Text>
            <Trans>
              {name}: <b className="num">{done}</b> of <b className="num">{of}</b> exams passed
            </Trans>
          </Text>
          <Progress
            value={(100 * done) / of}
            color="lapis"
            size={8}
            radius="xl"
            aria-label={t`${name}: ${done} of ${of} exams passed`}
          />
        </div>
      ))}
      {scores.length >= MIN_SCORES && (
        <Button
          variant="default"
          className={classes.button ?? ''}
          leftSection={<IconChartDots size={18} stroke={1.8} aria-hidden="true" />}
          aria-expanded={plot}
          onClick={() => setPlot(!plot)}
        >
          <Trans>Scores over time</Trans>
        </Button>
      )}
      {plot && (
        <div className={classes.plot}>
          <LinePlot
            name={t`Score`}
            label={t`Scores of ${scores.length} exams, from ${scores[0]?.score ?? 0} to ${scores.at(-1)?.score ?? 0}`}
            points={scores.map(({ day, score, subject }) => ({
              when: shortDayText(day, new Date()),
              value: score,
              note: subject,
            }))}
            most={100}
            onClose={() => setPlot(false)}
          />
        </div>
      )}
    </div>
  );
}
