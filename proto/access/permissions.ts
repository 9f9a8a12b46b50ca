import type { Group } from './roles.ts';

/** The kinds and roles that hold a permission, and its subjects. */
export interface Rule {
  /**
   * `student`: students use it on themselves, school admins on students of their school, other
   * staff on any student; kit checks it. `school`: school admins use it on things of their school
   * (a session, its bookings, an order), students on their own, other staff on any; only the
   * service knows the owner. `none`: it has no subject.
   */
  about: 'student' | 'school' | 'none';
  to: readonly Group[];
}

const onStudent = <const To extends readonly Group[]>(...to: To) =>
  ({ about: 'student', to }) as const;
const onSchool = <const To extends readonly Group[]>(...to: To) =>
  ({ about: 'school', to }) as const;
const forAll = <const To extends readonly Group[]>(...to: To) => ({ about: 'none', to }) as const;

/** Every permission: a noun and a verb. Permissions without an entry here are denied. */
const rules = {
  // accounts, before signing in
  'account.sign_in': forAll('everybody'),
  'account.sign_up': forAll('everybody'),
  'account.recover': forAll('everybody'),

  // the caller's own account: no other account may do this for it
  'own_account.edit': onStudent('student'),

  // students and their schools
  'student.read': onStudent('student', 'staff'),
  'student_record.read': onStudent('admin', 'advisor', 'support', 'admissions', 'school'),
  'student_info.read': onStudent('admin', 'advisor', 'tech_support', 'school'),
  'student.find': onSchool('staff'),
  'activity.read': forAll('admin'),
  'student.find_by_jse_id': forAll('tech_support'),
  'student_of_jse_id.read': forAll('admin', 'tech_support'),
  'student.add': onSchool('public', 'admin', 'school'),
  'student.edit': onStudent('admin', 'school'),
  'student_import.run': onSchool('admin', 'school'),
  'others_import.undo': forAll('superAdmin'),
  'student.export': onSchool('admin', 'support', 'school'),
  'office_run.read': forAll('admin', 'school'),
  'student.invite': forAll('admin', 'admissions'),
  'student.bar': onStudent('admin'),
  'student_copy.refresh': onStudent('admin'),
  'student_file.read': onStudent('admin', 'advisor', 'support', 'school'),
  'bar_reason.read': onStudent('admin', 'advisor', 'support'),
  'accommodation_text.read': onStudent('admin', 'advisor', 'support'),
  'accommodation.edit': onStudent('admin'),
  'accommodation.decide': forAll('admin'),
  'student_note.edit': onStudent('admin', 'advisor', 'support'),
  'partner_id.edit': onStudent('admin', 'support'),
  'others_note.strike': forAll('superAdmin'),
  'data.export': onStudent('student', 'admin'),
  'student.blank': onStudent('superAdmin'),
  'data_request.list': forAll('admin'),
  'college.list': forAll('everybody'),
  'cohort.list': onSchool('admin', 'admissions', 'school'),
  'school.list': forAll('student', 'staff'),
  'program.list': onStudent('student'),

  // staff accounts
  'user.list': forAll('tech_support'),
  'user.edit': forAll('tech_support'),
  'super_admin.grant': forAll('superAdmin'),
  'webhook.manage': forAll('tech_support'),
  'own_security.keep': forAll('staff'),
  'finder.use': forAll('staff'),
  'saved_filter.keep': forAll('staff'),
  'saved_filter.share_with_any': forAll('admin'),
  'second_factor.add': forAll('public', 'staff'),
  'second_factor.reset': forAll('superAdmin', 'tech_support'),

  // settings of the whole portal
  'setting.read': forAll('admin', 'tech_support'),
  'setting.edit': forAll('superAdmin'),

  // the catalogue
  'catalog.list': forAll('student', 'staff'),
  'office_package.list': forAll('admin', 'advisor_admin'),
  'catalog.edit': forAll('superAdmin'),
  'office_catalog.list': forAll('admin', 'support', 'advisor', 'admissions'),
  'office_catalog.edit': forAll('admin'),
  'office_price.list': forAll('admin', 'tech_support', 'advisor_admin'),
  'office_price.edit': forAll('superAdmin'),
  'exam.list': onStudent('student', 'admin', 'advisor'),
  'seminary_exam.list': forAll('admin'),
  'material.list': forAll('staff'),
  'material.update': forAll('superAdmin'),
  'material.open': forAll('student', 'staff'),
  'material.send': onStudent('student', 'admin', 'advisor'),

  // credits, cards and fees
  'credit.read': onStudent('student', 'admin', 'advisor'),
  'credit.buy': onStudent('student', 'admin', 'advisor_admin'),
  'package.assign': onStudent('superAdmin', 'advisor_admin'),
  'card.list': onStudent('student', 'admin', 'advisor', 'support', 'school'),
  'card.edit': onStudent('student', 'admin', 'school'),
  'fee.pay': onStudent('student', 'admin'),
  'transaction.list': onStudent('admin', 'advisor', 'tech_support', 'school'),
  'package.refund': onStudent('superAdmin', 'tech_support'),
  'study_package.refund': forAll('tech_support'),
  'proctor_fee.waive': forAll('tech_support'),
  'receipt.read': onStudent('admin', 'advisor'),
  'own_payment.list': onStudent('student'),
  'charge.list': onStudent('superAdmin', 'tech_support'),
  'charge.refund': forAll('superAdmin', 'tech_support'),
  'reconciliation.read': forAll('superAdmin', 'tech_support'),
  'reconciliation.compare': forAll('superAdmin', 'tech_support'),
  'reconciliation.explain': forAll('superAdmin', 'tech_support'),
  'reconciliation.mend': forAll('superAdmin'),
  'reconciliation.sign': forAll('superAdmin'),
  'credit_charge.refund': forAll('tech_support'),
  'fee_charge.refund': forAll('superAdmin'),

  // registrations
  'registration.list': onStudent('student', 'admin', 'support', 'advisor'),
  'takeable_exam.list': onStudent('student'),
  'registration.make': onStudent('student', 'admin'),
  'registration.cancel': onSchool('student', 'admin', 'tech_support', 'school'),
  'registration.override': forAll('admin'),
  'prepaid_registration.cancel': forAll('tech_support'),
  'school_exam.cancel': onSchool('school'),
  'registration.change_to_online': onStudent('admin', 'tech_support'),
  'past_registration.change_to_online': forAll('tech_support'),
  'registration.change_to_course': onStudent('admin', 'support'),
  'reserved_exam.change_to_course': forAll('tech_support'),
  'retake.make': onStudent('admin', 'support'),
  'retake.price': forAll('admin', 'support'),
  'support_tools.open': forAll('support'),

  'change.watch': onStudent('student', 'admin', 'advisor', 'support'),

  'report.read': onSchool('admin', 'school'),
  'office_report.read': forAll('admin'),

  // sessions
  'session.list': onStudent('student', 'admin', 'advisor', 'tech_support'),
  'active_location.list': forAll('staff'),
  'session.read': onStudent('student', 'admin', 'advisor', 'school'),
  'shipped_session.read': onStudent('student', 'admin', 'advisor'),
  'own_session.list': onStudent('student', 'admin', 'advisor'),
  'school_session.list': onSchool('student', 'admin', 'advisor', 'tech_support', 'school'),
  'session_alert.set': onStudent('student'),
  'calendar_feed.keep': forAll('student', 'admin', 'support'),
  'calendar_feed.read': forAll('everybody'),
  'session.book': onStudent('student', 'admin', 'tech_support'),
  'session.cancel': onStudent('student', 'admin', 'tech_support'),
  'waiting_list.join': onStudent('student', 'admin'),
  'waiting_list.read': forAll('admin', 'support'),
  'waiting_list.edit': forAll('admin'),
  'session.create': forAll('admin'),
  'office_session.list': onSchool('admin', 'support', 'advisor', 'school'),
  'office_session.edit': forAll('admin'),
  'session_day.keep': onSchool('admin', 'support', 'school'),
  'walk_in.add': onStudent('admin', 'support'),
  'room_rule.override': forAll('admin'),
  'admission_slip.read': onStudent('student', 'admin'),
  'office_remark.read': forAll('admin', 'support', 'advisor'),

  // the office's overview: figures and the queues of open work
  'number.read': forAll('admin', 'support', 'advisor'),
  'revenue.read': forAll('superAdmin'),
  'school_balance.read': forAll('admin'),
  'set_aside_event.list': forAll('support'),

  // exams and courses online
  'sitting.read': onStudent('student', 'admin', 'advisor'),
  'sitting.open': onStudent('student', 'staff'),
  'sitting.start': forAll('public', 'staff'),
  'sitting.report': forAll('everybody'),
  'sitting.reserve': onStudent('student'),
  'system_check.save': onStudent('student'),
  'system_check.read': onStudent('student', 'admin', 'advisor', 'support', 'tech_support'),
  'sitting.clear_access': forAll('superAdmin', 'tech_support'),
  'used_access.clear': forAll('tech_support'),
  'sitting.clear_completed': forAll('tech_support'),
  'sitting.reopen': forAll('superAdmin'),
  'assignment.list': onStudent('student', 'admin', 'advisor'),
  'assignment.upload': onStudent('student', 'staff'),
  'ccc_id.read': onStudent('student', 'admin'),

  // grades and results
  'grade.upload': forAll('superAdmin'),
  'invoice.upload': forAll('tech_support'),
  'result.list': onStudent('admin', 'advisor', 'tech_support'),
  'result.request': onStudent('admin', 'advisor', 'tech_support'),
  'result.find': forAll('admin', 'advisor'),
  'transcript.request': onStudent('admin', 'advisor'),

  // schools
  'school.manage': onSchool('admin', 'school'),
  'school.read': onSchool('admin', 'tech_support', 'school'),
  'active_school.list': onSchool('admin', 'tech_support', 'admissions', 'school'),
  'school_session.edit': onSchool('admin', 'school'),
  'closed_session.edit': forAll('admin'),
  'school_payment.record': forAll('admin'),
  'school_payment.charge': onSchool('admin', 'school'),
  'school_balance.correct': forAll('superAdmin'),
  'bulk_order.make': onSchool('admin', 'school'),
  'closed_session.order': forAll('admin'),
  'school_account.read': onSchool('admin', 'tech_support', 'school'),

  // seminary study
  'seminary.list': forAll('admin'),
  'seminary_student.list': forAll('admin'),
  'seminary_student.read': forAll('admin', 'admissions'),
  'seminary_student.edit': forAll('admin'),
  'seminary_exam.upload': forAll('admin'),
  'seminary_exam.redeem': onStudent('admin', 'advisor'),
  'study.join': onStudent('student', 'admin', 'admissions'),
  'study.refund': onStudent('admin', 'admissions'),
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof rules;
export const PERMISSIONS: Readonly<Record<Permission, Rule>> = rules;
/** The permissions that require an account. */
export type SignedInPermission = {
  [Name in Permission]: Extract<
    (typeof rules)[Name]['to'][number],
    'public' | 'everybody'
  > extends never
    ? Name
    : never;
}[Permission];

/** Whether a word is the name of a permission. */
export const isPermission = (name: string): name is Permission => Object.hasOwn(rules, name);
