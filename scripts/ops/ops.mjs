import { handOver, install, makeCode } from '../start/install.mjs';

await install({ withTools: false });
await makeCode();
handOver('scripts/ops/main.ts', process.argv.slice(2));
