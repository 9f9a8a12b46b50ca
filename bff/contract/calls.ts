import * as assignments from './assignments.ts';
import * as auth from './auth.ts';
import type { CallSpec } from './call.ts';
import * as enrol from './enrol.ts';
import * as exams from './exams.ts';
import * as grades from './grades.ts';
import * as online from './online.ts';
import * as payments from './payments.ts';
import * as retakes from './retakes.ts';
import * as schools from './schools.ts';
import * as sessions from './sessions.ts';
import * as staffOnline from './staff-online.ts';
import * as student from './student.ts';
import * as study from './study.ts';

const areas = {
  auth,
  student,
  enrol,
  exams,
  payments,
  sessions,
  online,
  assignments,
  schools,
  retakes,
  staffOnline,
  grades,
  study,
} as const;
export type Area = keyof typeof areas;

const isCall = (value: unknown): value is CallSpec => typeof value === 'object' && value !== null && 'path' in value && 'access' in value;

/** Every call of the contract, with its name and the area it stands in. */
export const calls: readonly { name: string; area: Area; call: CallSpec }[] = Object.entries(areas).flatMap(([area, exported]) =>
  Object.entries(exported).flatMap(([name, value]) => (isCall(value) ? [{ name, area: area as Area, call: value }] : [])),
);
