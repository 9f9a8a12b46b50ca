import { handOver, install, makeCode } from '../start/install.mjs';

install();
makeCode();
handOver('scripts/bench/bench.ts', process.argv.slice(2));
