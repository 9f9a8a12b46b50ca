import { runService } from '@portal/kit/service';
import { env } from './env.ts';
import { resultRpcs } from './results/rpc.ts';

await runService({ name: 'transcripts', env, rpcs: [resultRpcs] });
