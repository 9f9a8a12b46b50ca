import { studentInView } from '@portal/kit/actor';
import { rpcs } from '@portal/kit/rpc';
import { SeminaryStudentsServiceDefinition } from '@portal/proto/seminary/v1/students';
import { listSeminaries, listStudentPrograms } from './store.ts';

export const seminaryStudentRpcs = rpcs(SeminaryStudentsServiceDefinition, {
  listSeminaries: { access: ['admin', 'service'], handle: async (_, { db }) => ({ seminaries: await listSeminaries(db) }) },
  listStudentPrograms: {
    access: ['student', 'staff', 'service'],
    handle: async (_, { db, actor }) => ({ programs: await listStudentPrograms(db, studentInView(actor)) }),
  },
});
