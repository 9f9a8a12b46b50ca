import { Anchor } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Chart } from '../api.ts';
import classes from '../overview.module.css';
import { nameText, pointText } from './chart-texts.ts';
import { type PointAt, presentPoint, walk } from './walk-points.ts';

interface PointReaderProps {
  data: Chart;
  at: PointAt | null;
  onMove: (at: PointAt) => void;
}

/**
 * The point in view as a link to the counted records: arrow keys move between points and Enter
 * opens one. Each point is a link of its own that takes the focus, so a screen reader reads it out.
 */
export function PointReader({ data, at, onMove }: PointReaderProps) {
  const keys = useId();
  const link = useRef<HTMLAnchorElement>(null);
  const walked = useRef(false);
  const shown = presentPoint(data.series, at);
  const key = shown && `${shown.series} ${shown.point}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the current point
  useEffect(() => {
    if (walked.current) link.current?.focus();
    walked.current = false;
  }, [key]);
  const series = shown && data.series[shown.series];
  const point = shown && series?.points[shown.point];
  if (!shown || !series || !point) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = walk(data.series, shown, event.key);
    if (next === null) return;
    event.preventDefault();
    walked.current = true;
    onMove(next);
  };
  return (
    <p className={classes.reader}>
      <Anchor
        key={key}
        ref={link}
        component={Link}
        to={point.href}
        onKeyDown={onKeyDown}
        onFocus={() => onMove(shown)}
        aria-describedby={keys}
      >
        {nameText(series.name, point)}
        <span className="num">{pointText(data.unit, point)}</span>
      </Anchor>
      <span id={keys} className={classes.keys}>
        Arrow keys walk the points, Enter opens the list.
      </span>
    </p>
  );
}
