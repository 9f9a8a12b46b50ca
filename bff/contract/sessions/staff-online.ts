import * as z from 'zod';
import { call } from '../call.ts';
import { StaffRegistration } from '../exams/staff-registration.ts';
import { id } from '../types.ts';

const body = z.object({ registrationId: id });
const answer = z.object({ registration: StaffRegistration });

export const setOnlineExamTakenOverride = call({
  method: 'POST',
  path: '/api/admin/setOnlineExamTakenOverride',
  summary: 'Re-Open Exam: an exam that was started online may be started once more',
  description:
    'Without a new fee and by a new start link; the 24 hours begin anew with that start. ' +
    'The video must have been checked.',
  permission: 'sitting.reopen',
  body,
  answer,
  refuses: {
    registration_not_found: 404,
    exam_not_started: 409,
    exam_graded: 409,
    already_registered: 409,
  },
});

export const setOnlineAccess = call({
  method: 'POST',
  path: '/api/admin/setOnlineAccess',
  summary: 'Takes the access to an online exam back',
  description:
    'A super admin as long as nothing was started and there is no batch; tech support always. ' +
    'An exam that was begun cannot be resumed then.',
  permission: 'sitting.clear_access',
  body,
  answer,
  refuses: { registration_not_found: 404, no_online_access: 409, online_access_in_use: 409 },
});

export const resetOnlineExamCompleted = call({
  method: 'POST',
  path: '/api/admin/resetOnlineExamCompleted',
  summary:
    'An online exam was not completed after all: it can be resumed for 24 hours from now, by a ' +
    'new start link',
  permission: 'sitting.clear_completed',
  body,
  answer,
  refuses: {
    registration_not_found: 404,
    exam_not_completed: 409,
    exam_graded: 409,
    already_registered: 409,
  },
});
