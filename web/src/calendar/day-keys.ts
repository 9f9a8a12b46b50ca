import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { plusDays } from './calendar-days.ts';

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

interface DayKeys {
  table: RefObject<HTMLTableElement | null>;
  /** The day that the keys are on. */
  day: string;
  onDay: (day: string) => void;
  onEnter: (day: string) => void;
}

/** Arrows walk the days of a table (`data-day`), Enter opens one; answers what its cells hear. */
export function useDayKeys({ table, day, onDay, onEnter }: DayKeys) {
  const walked = useRef(false);
  // a day that the keys came to has the focus, also in a month that was only now drawn
  useEffect(() => {
    if (!walked.current) return;
    const drawn = dayIn(table.current, day);
    if (!drawn) return;
    walked.current = false;
    drawn.focus();
  });
  return (event: KeyboardEvent<HTMLElement>, of: string) => {
    if (event.target !== event.currentTarget) return;
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = plusDays(of, step);
      onDay(next);
      // the next key may come before the day is drawn as the chosen one, or at all
      const drawn = dayIn(table.current, next);
      if (drawn) drawn.focus();
      else walked.current = true;
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      onEnter(of);
    }
  };
}

const dayIn = (table: HTMLElement | null, day: string): HTMLElement | null =>
  table?.querySelector<HTMLElement>(`[data-day="${day}"]`) ?? null;
