import { handOver, install, makeCode } from '../start/install.mjs';

await install();
await makeCode();
handOver('scripts/bench/bench-web.ts', process.argv.slice(2));
