import { handOver, install, makeCode } from '../start/install.mjs';

await install();
await makeCode();
handOver('scripts/manual/make-manual.ts', process.argv.slice(2));
