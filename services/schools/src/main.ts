import { runService } from '@portal/kit/service';
import { env } from './env.ts';
import { schoolRpcs } from './schools/rpc.ts';

await runService({ name: 'schools', env, rpcs: [schoolRpcs] });
