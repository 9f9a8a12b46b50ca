import { runService } from '@portal/kit/service';
import { env } from './env.ts';
import { onStudentAdded } from './students/on-student-added.ts';
import { seminaryStudentRpcs } from './students/rpc.ts';

await runService({ name: 'seminary', env, rpcs: [seminaryStudentRpcs], consumers: [onStudentAdded] });
