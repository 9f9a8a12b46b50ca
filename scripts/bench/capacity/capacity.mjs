import { handOver, install, makeCode } from '../../start/install.mjs';

install();
makeCode();
handOver('scripts/bench/capacity/main.ts', process.argv.slice(2));
