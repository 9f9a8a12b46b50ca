import { type Account, can } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';

interface StudentTab {
  /** Of the path: `/admin/<name>/<student>`. */
  name: string;
  label: string;
  /** Who holds it sees the page; the router asks for the same. */
  permission: Permission;
}

const tabs: readonly StudentTab[] = [
  { name: 'profile', label: 'Profile', permission: 'credit.read' },
  { name: 'student', label: 'Exams', permission: 'exam.list' },
  { name: 'packages', label: 'Packages', permission: 'credit.buy' },
  { name: 'studentinfo', label: 'Student info', permission: 'student_info.read' },
  { name: 'receipt', label: 'Receipt', permission: 'receipt.read' },
  {
    name: 'seminaryStudentRedemption',
    label: 'Seminary redemption',
    permission: 'seminary_exam.redeem',
  },
  { name: 'transcripts-request', label: 'Transcripts', permission: 'transcript.request' },
  { name: 'history', label: 'History', permission: 'activity.read' },
];

/** The pages of a student that an account may open, in the order of their tabs. */
export const tabsOf = (account: Account): readonly StudentTab[] =>
  tabs.filter(({ permission }) => can(account, permission));
