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
  onDay: (day: string) => void;
  onEnter: (day: string) => void;
}

/**
 * Arrow keys move between the days of a table (`data-day`), Enter opens one; returns the handlers.
 */
export function useDayKeys({ table, onDay, onEnter }: DayKeys) {
  // a day that the keys came to has the focus, also in a month that is only drawn later
  const walking = useRef<{ of: string; to: string } | null>(null);
  useEffect(() => {
    if (walking.current === null) return;
    const drawn = dayIn(table.current, walking.current.to);
    if (!drawn) return;
    walking.current = null;
    drawn.focus();
  });
  return (event: KeyboardEvent<HTMLElement>, of: string) => {
    if (event.target !== event.currentTarget) return;
    // the next key may come before the day that the last one led to is drawn
    const from = walking.current?.of === of ? walking.current.to : of;
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = plusDays(from, step);
      onDay(next);
      const drawn = dayIn(table.current, next);
      walking.current = drawn ? null : { of, to: next };
      drawn?.focus();
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      onEnter(from);
    }
  };
}

const dayIn = (table: HTMLElement | null, day: string): HTMLElement | null =>
  table?.querySelector<HTMLElement>(`[data-day="${day}"]`) ?? null;
