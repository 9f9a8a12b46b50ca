import { type Account, can } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';
import { studentPagesOf } from '@portal/contract/pages/staff-pages';
import type { FoundThing } from '@portal/proto/portal/finder/v1/finder';

/** Where the finder leads. */
export interface Place {
  /** A text beside the name; null: the name is enough. */
  label: string | null;
  path: string;
}

/** Whether one of the words begins like that. */
const begins = (label: string, where: string): boolean =>
  ` ${label.toLowerCase()}`.includes(` ${where.toLowerCase()}`);

/** Frequent actions that have a place of their own: they open the only possible subject. */
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
 * Returns the page of a student that `where` names: a page by the beginning of its name, else an
 * exam among theirs. An empty `where` gives their own exams, which say what comes next.
 */
export function studentPlace(account: Account, id: number, where: string): Place {
  const tab =
    where === '' ? undefined : studentPagesOf(account).find(({ label }) => begins(label, where));
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
  { id, charged }: Pick<FoundThing, 'id' | 'charged'>,
  where: string,
): Place {
  const mayPay = charged && can(account, 'school_payment.record');
  if (mayPay && where !== '' && begins('Add payment', where))
    return { label: 'Add payment', path: `/admin/schools?dialog=payment&of=${id}` };
  return { label: 'Sessions', path: `/admin/schools?school=${id}` };
}

/**
 * Returns the page of a thing that the caller may open, and the place in it that `where` names.
 *
 */
export function placeOf(account: Account, thing: FoundThing, where: string): Place {
  const { kind, id, studentId = 0, examId = '', title, retired } = thing;
  switch (kind) {
    case 'student':
      return studentPlace(account, id, where);
    case 'school':
      return schoolPlace(account, thing, where);
    case 'registration':
      return can(account, 'exam.list')
        ? { label: null, path: `/admin/student/${studentId}?myexams=${examId}` }
        : { label: null, path: `/admin/studentinfo/${studentId}` };
    case 'session':
      return can(account, 'session_day.keep')
        ? { label: null, path: `/admin/session/${id}` }
        : { label: null, path: `/admin/calendar?session=${id}` };
    default: {
      const search = new URLSearchParams({ part: 'exams', search: title });
      if (retired) search.set('retired', '1');
      return { label: null, path: `/admin/catalogue?${search}` };
    }
  }
}
