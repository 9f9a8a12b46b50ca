import { handOver, install, makeCode } from '../start/install.mjs';

install();
makeCode();
handOver('scripts/load/main.ts', process.argv.slice(2));
