import { randomUUID } from 'node:crypto';
import { beforeAll } from '@jest/globals';
import { type BulkResult, payRegisterAndSchedule } from '@portal/contract/schools';
import type { Person } from '../../../portal-user/person.ts';
import { anExam } from '../../exams/catalogue.ts';
import { bulkOrder, type Chosen, type TestSchool } from '../../people/schools.ts';
import { signedInStaff } from '../../people/staff.ts';

export let admin: Person;
export let superAdmin: Person;
export let techSupport: Person;
/** Exams of three credits each; the second has a fee of its own of $20. */
export let plain: number;
export let withFee: number;

/** Sets up staff who order for schools, and two exams of three credits, for a test file. */
export function withBulkStaff(): void {
  beforeAll(async () => {
    [admin, superAdmin, techSupport, plain, withFee] = await Promise.all([
      signedInStaff('ROLE_ADMIN'),
      signedInStaff('ROLE_SUPER_ADMIN'),
      signedInStaff('ROLE_TECH_SUPPORT'),
      anExam(),
      anExam({ additionalChargeCents: 2000 }),
    ]);
  });
}

/** Orders for students, by default as an admin. */
export const order = (school: TestSchool, chosen: readonly Chosen[], about = {}, person = admin) =>
  person.ask(payRegisterAndSchedule, bulkOrder(school, chosen, about), randomUUID());
/** Returns the result of a run for a student. */
export const ofStudent = (result: BulkResult, { id }: { id: number }) =>
  result.registrations[String(id)];
