import { setTimeout as pause } from 'node:timers/promises';
import { client } from '@portal/kit/grpc/client';
import { ProjectionsServiceDefinition } from '@portal/proto/registration/v1/projections';
import { GRANTS } from '../facts/people.ts';
import type { Person } from './person.ts';

const projections = client(ProjectionsServiceDefinition, 'REGISTRATION_ADDR', 'bff');

/**
 * The office grants a student other accommodations, or none. Registration is notified until it
 * answers, as by events.
 */
export async function changeGranted(staff: Person): Promise<void> {
  const { random, world } = staff;
  const student = random.pick([...world.students.values()]);
  if (!student) return;
  student.granted = random.pick(GRANTS);
  student.version++;
  const notify = () => staff.click('grant', (by) => projections.refreshStudent({}, by), student.id);
  while ((await notify()) !== 'done') await pause(1_000);
}
