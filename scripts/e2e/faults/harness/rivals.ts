import { randomUUID } from 'node:crypto';
import type { CallOptions } from '@portal/kit/grpc/client';
import { anEnrolled } from '../../people/students.ts';
import { services } from '../../portal/services.ts';

/** A plain exam that every student may take, in person or at home. */
export const RIVALS_EXAM = 401;
const CONCURRENCY = 20;

/** A student with a registration whose proctor fee is prepaid, so that booking asks for nothing. */
export interface Rival {
  /** Asks the services as the BFF would for them, each time with a new key. */
  by: () => CallOptions;
  registrationId: number;
}

export async function rivals(count: number): Promise<Rival[]> {
  const made: Rival[] = [];
  const make = async (): Promise<void> => {
    for (let left = count - made.length; left > 0; left = count - made.length) {
      const place = made.push(undefined as never) - 1;
      made[place] = await aRival();
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, count) }, make));
  return made;
}

async function aRival(): Promise<Rival> {
  const { id } = await anEnrolled({ credits: [{ credits: 6, proctorFeeCents: 0 }] });
  const by = (): CallOptions => ({
    actor: {
      kind: 'student',
      id,
      roles: ['ROLE_STUDENT'],
      studentId: id,
      name: `student ${id}`,
      via: 'bff',
    },
    key: randomUUID(),
  });
  const { registration } = await services.registrations.registerExam({ examId: RIVALS_EXAM }, by());
  if (!registration) throw new Error('not registered');
  return { by, registrationId: registration.id };
}
