import { runService } from '@portal/kit/service';
import { env } from './env.ts';
import { seminaryStudentRpcs } from './students/rpc.ts';

await runService({ name: 'seminary', env, rpcs: [seminaryStudentRpcs] });
