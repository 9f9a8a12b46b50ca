import { rpcs } from '@portal/kit/rpc';
import { SeminaryStudentsServiceDefinition } from '@portal/proto/seminary/v1/students';
import { listSeminaries, listStudentPrograms } from './list-programs.ts';

export const seminaryStudentRpcs = rpcs(SeminaryStudentsServiceDefinition, {
  listSeminaries: { access: ['admin', 'service'], handle: async (_, call) => ({ seminaries: await listSeminaries(call) }) },
  listStudentPrograms: {
    access: ['student', 'staff', 'service'],
    handle: async (_, call) => ({ programs: await listStudentPrograms(call) }),
  },
});
