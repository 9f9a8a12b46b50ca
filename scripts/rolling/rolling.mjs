import { handOver, install, makeCode } from '../start/install.mjs';

await install();
await makeCode();
handOver('scripts/rolling/main.ts', process.argv.slice(2));
