import { accountOfPage } from './session-clock.ts';

/** The ids of students that an account looked at last; ids alone, so that the browser keeps nobody's data. */
const keyOf = (account: string): string => `recent-students-${account}`;
const MOST = 8;

/** The students that the signed-in account looked at last on this browser, the last one first. */
export function recentStudents(): number[] {
  const account = accountOfPage();
  if (account === null) return [];
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(keyOf(account)) ?? '[]');
    return Array.isArray(kept)
      ? kept.filter((id): id is number => Number.isSafeInteger(id) && id > 0).slice(0, MOST)
      : [];
  } catch {
    return []; // no storage, or not ours
  }
}

/** Notes that a student is looked at. */
export function noteRecentStudent(id: number): void {
  const account = accountOfPage();
  if (account === null) return;
  const ids = [id, ...recentStudents().filter((one) => one !== id)].slice(0, MOST);
  try {
    window.localStorage.setItem(keyOf(account), JSON.stringify(ids));
  } catch {
    // without storage nothing is remembered
  }
}
