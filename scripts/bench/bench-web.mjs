import { handOver, install, makeCode } from '../start/install.mjs';

install();
makeCode();
handOver('scripts/bench/bench-web.ts', process.argv.slice(2));
