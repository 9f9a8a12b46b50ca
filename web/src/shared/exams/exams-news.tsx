import { t } from '@lingui/core/macro';
import { useEffect, useSyncExternalStore } from 'react';
import classes from './exams-news.module.css';

/** A change of these rows within this time after a change made here is not announced. */
const OWN_FOR_MS = 60_000;
/** How many seconds the notice stays, once the list is in view. */
const READABLE_S = 8;
const SECOND = 1000;

const ownAt = new Map<number, number>();
let announced = false;
const listeners = new Set<() => void>();

function setAnnounced(isAnnounced: boolean): void {
  announced = isAnnounced;
  for (const listener of listeners) listener();
}

/** Notes a change made here of this exam's row. */
export const noteOwnChange = (examId: number): void => void ownAt.set(examId, Date.now());

/** Returns whether this row was changed here a short while ago. */
export const isOwnChange = (examId: number): boolean =>
  Date.now() - (ownAt.get(examId) ?? Number.NEGATIVE_INFINITY) < OWN_FOR_MS;

/**
 * Announces a change of the list that was made elsewhere, beside the heading of the list once it is
 * in view.
 */
export const announceExamsNews = (): void => setAnnounced(true);

/** Forgets everything when another person signs in. */
export function forgetExamsNews(): void {
  ownAt.clear();
  setAnnounced(false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns whether the list can be read: no dialog covers it, and the page is in view. */
const isInView = (): boolean =>
  !document.hidden && document.querySelector('[role="dialog"]') === null;

/**
 * Shows for some seconds that the list was changed elsewhere, in a space reserved in the line of
 * the heading, where it covers nothing and moves nothing.
 */
export function ExamsNews() {
  const isAnnounced = useSyncExternalStore(subscribe, () => announced);
  useEffect(() => {
    if (!isAnnounced) return;
    let seen = 0;
    const timer = setInterval(() => {
      if (isInView()) seen += 1;
      if (seen >= READABLE_S) setAnnounced(false);
    }, SECOND);
    return () => clearInterval(timer);
  }, [isAnnounced]);
  return (
    <span role="status" className={classes.news}>
      {isAnnounced && t`Your exams were updated.`}
    </span>
  );
}
