import { handOver, install, makeCode } from '../start/install.mjs';

install();
makeCode();
handOver('scripts/runbooks/main.ts', process.argv.slice(2));
