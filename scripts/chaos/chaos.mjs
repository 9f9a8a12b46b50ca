import { handOver, install, makeCode } from '../start/install.mjs';

await install();
await makeCode();
handOver('scripts/chaos/main.ts', process.argv.slice(2));
