import { setTimeout as pause } from 'node:timers/promises';
import { client } from '@portal/kit/grpc/client';
import { ProjectionsServiceDefinition } from '@portal/proto/registration/v1/projections';
import { GRANTS } from './people.ts';
import type { Person } from './person.ts';

const copies = client(ProjectionsServiceDefinition, 'REGISTRATION_ADDR', 'bff');

/**
 * The office grants a student something else, or nothing any more. Registration is told until it
 * has heard, as events are.
 */
export async function changeGranted(staff: Person): Promise<void> {
  const { random, world } = staff;
  const student = random.pick([...world.students.values()]);
  if (!student) return;
  student.granted = random.pick(GRANTS);
  student.version++;
  const tell = () => staff.click('grant', (by) => copies.refreshStudent({}, by), student.id);
  while ((await tell()) !== 'done') await pause(1_000);
}
