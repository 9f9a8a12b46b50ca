import { handOver, install, makeCode } from '../start/install.mjs';

install();
makeCode();
handOver('scripts/images/main.ts', process.argv.slice(2));
