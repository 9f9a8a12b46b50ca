import type { Exam } from '@portal/contract/exams/exam';

/**
 * The stored facts of an exam between two visits: facts of the catalogue only; nothing about the
 * student's registrations.
 */
export type KnownExam = Pick<
  Exam,
  | 'id'
  | 'subject'
  | 'secularNumber'
  | 'alt1'
  | 'alt2'
  | 'alt3'
  | 'vendor_id'
  | 'vendor_name'
  | 'vendor_fullname'
  | 'credits'
  | 'examDuration'
  | 'assignments'
  | 'program_content_code'
>;
export interface LastVisit {
  /** ISO instant. */
  at: string;
  exams: readonly KnownExam[];
}

/** The version of the stored form: data of another version is discarded. */
const KEY = 'exams-of-last-visit-1';
const MAX_EXAMS = 1000;
const MAX_CHARACTERS = 500_000;

interface Kept extends LastVisit {
  account: string;
}

const known = (exam: Exam): KnownExam => {
  const {
    id,
    subject,
    secularNumber,
    alt1,
    alt2,
    alt3,
    vendor_id,
    vendor_name,
    vendor_fullname,
    credits,
    examDuration,
    assignments,
    program_content_code,
  } = exam;
  return {
    id,
    subject,
    secularNumber,
    alt1,
    alt2,
    alt3,
    vendor_id,
    vendor_name,
    vendor_fullname,
    credits,
    examDuration,
    assignments,
    program_content_code,
  };
};

function readKept(): Kept | null {
  try {
    const kept = JSON.parse(window.localStorage.getItem(KEY) ?? 'null') as Kept | null;
    const isWhole =
      kept !== null &&
      typeof kept.account === 'string' &&
      typeof kept.at === 'string' &&
      Array.isArray(kept.exams);
    return isWhole &&
      kept.exams.every((one) => typeof one?.id === 'number' && typeof one.subject === 'string')
      ? kept
      : null;
  } catch {
    return null; // storage is blocked, or its value is invalid
  }
}

/**
 * Returns the list of the last visit, readable while the current one loads; null when this account
 * has none. `account` is null until an answer has named the account of the page.
 */
export function lastVisit(account: string | null): LastVisit | null {
  const kept = readKept();
  return kept && (account === null || kept.account === account) ? kept : null;
}

/**
 * Keeps the list for the next visit; a browser that keeps nothing, or has no room, is as one that
 * comes for the first time.
 */
export function keepForNextVisit(account: string, exams: readonly Exam[], now: Date): void {
  const text = JSON.stringify({
    account,
    at: now.toISOString(),
    exams: exams.map(known),
  } satisfies Kept);
  if (exams.length > MAX_EXAMS || text.length > MAX_CHARACTERS) {
    forgetLastVisit();
    return;
  }
  try {
    window.localStorage.setItem(KEY, text);
  } catch {
    forgetLastVisit();
  }
}

/** This account is signed in now: nothing of another's visit stays. */
export function forgetOthersVisit(account: string): void {
  const kept = readKept();
  if (kept && kept.account !== account) forgetLastVisit();
}

/** Deletes the list after a sign-out. */
export function forgetLastVisit(): void {
  try {
    window.localStorage.removeItem(KEY);
  } catch {
    // storage is unavailable
  }
}
