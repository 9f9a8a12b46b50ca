import { type Account, can } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';
import { tabsOf } from '../shell/student-pages.ts';

/** Where the finder leads. */
export interface Place {
  /** What stands beside the name. */
  label: string;
  path: string;
}

/** What was typed: of whom, and what of them after ' / '. */
export interface Wanted {
  who: string;
  where: string;
}

const hasLetter = /\p{L}/u;

/** 'levi dana / transcripts' names the page too; '04 / 15 / 2004' is a day. */
export function wantedOf(typed: string): Wanted {
  const at = typed.indexOf(' /');
  const where = at < 0 ? '' : typed.slice(at + 2).trim();
  if (at < 0 || (where !== '' && !hasLetter.test(where))) return { who: typed.trim(), where: '' };
  return { who: typed.slice(0, at).trim(), where };
}

/** Whether one of the words begins like that. */
const begins = (label: string, where: string): boolean =>
  ` ${label.toLowerCase()}`.includes(` ${where.toLowerCase()}`);

/** What is done so often that it has a place: it opens the only one that it can be about. */
const deeds: readonly { label: string; permission: Permission; to: (id: number) => string }[] = [
  {
    label: 'Reschedule',
    permission: 'session.book',
    to: (id) => `student/${id}?myexams=&dialog=schedule`,
  },
  {
    label: 'Refund a package',
    permission: 'package.refund',
    to: (id) => `studentinfo/${id}?dialog=refund`,
  },
];

/**
 * The place of a student that was asked for: a page by the beginning of its name, else an exam
 * among theirs. Nothing asked: their own exams, which say what comes next.
 */
export function studentPlace(account: Account, id: number, where: string): Place {
  const tab = where === '' ? undefined : tabsOf(account).find(({ label }) => begins(label, where));
  if (tab) return { label: tab.label, path: `/admin/${tab.name}/${id}` };
  const deed = where === '' ? undefined : deeds.find(({ label }) => begins(label, where));
  if (deed && can(account, deed.permission))
    return { label: deed.label, path: `/admin/${deed.to(id)}` };
  if (!can(account, 'exam.list'))
    return { label: 'Student info', path: `/admin/studentinfo/${id}` };
  return where === ''
    ? { label: 'My exams', path: `/admin/student/${id}?myexams=` }
    : { label: `“${where}”`, path: `/admin/student/${id}?${new URLSearchParams({ q: where })}` };
}

/** The place of a school: its payments where it has them, else its sessions. */
export function schoolPlace(
  account: Account,
  { id, chargeSchool }: { id: number; chargeSchool: boolean },
  where: string,
): Place {
  const mayPay = chargeSchool && can(account, 'school_payment.record');
  if (mayPay && where !== '' && begins('Add payment', where))
    return { label: 'Add payment', path: `/admin/schools?dialog=payment&of=${id}` };
  return { label: 'Sessions', path: `/admin/schools?school=${id}` };
}

/** The schools whose name begins with what was typed. */
export const schoolsNamed = <One extends { name: string }>(
  schools: readonly One[],
  who: string,
): One[] => schools.filter(({ name }) => name.toLowerCase().startsWith(who.toLowerCase()));
