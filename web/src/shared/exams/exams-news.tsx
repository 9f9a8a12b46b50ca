import { t } from '@lingui/core/macro';
import { useEffect, useSyncExternalStore } from 'react';
import classes from './exams-news.module.css';

/** What was done here is known here: a change of these rows so soon after is no news. */
const OWN_FOR_MS = 60_000;
/** So long it can be read, once the list is in view. */
const READABLE_S = 8;
const SECOND = 1000;

const ownAt = new Map<number, number>();
let announced = false;
const listeners = new Set<() => void>();

function setTold(told: boolean): void {
  announced = told;
  for (const listener of listeners) listener();
}

/** Something was done here that changes this exam's row. */
export const noteOwnChange = (examId: number): void => void ownAt.set(examId, Date.now());

/** Whether this row was changed here a short while ago. */
export const isOwnChange = (examId: number): boolean =>
  Date.now() - (ownAt.get(examId) ?? Number.NEGATIVE_INFINITY) < OWN_FOR_MS;

/**
 * The list changed, and nobody here did it: it is said beside the heading of the list when that is
 * in view.
 */
export const tellExamsNews = (): void => setTold(true);

/** Nothing is news to somebody else. */
export function forgetExamsNews(): void {
  ownAt.clear();
  setTold(false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the list can be read: nothing lies over it, and the page is in view. */
const isInView = (): boolean =>
  !document.hidden && document.querySelector('[role="dialog"]') === null;

/**
 * Says for some seconds that the list was changed elsewhere, in a place of its own in the line of
 * the heading, where it covers nothing and moves nothing.
 */
export function ExamsNews() {
  const told = useSyncExternalStore(subscribe, () => announced);
  useEffect(() => {
    if (!told) return;
    let seen = 0;
    const timer = setInterval(() => {
      if (isInView()) seen += 1;
      if (seen >= READABLE_S) setTold(false);
    }, SECOND);
    return () => clearInterval(timer);
  }, [told]);
  return (
    <span role="status" className={classes.news}>
      {told && t`Your exams were updated.`}
    </span>
  );
}
