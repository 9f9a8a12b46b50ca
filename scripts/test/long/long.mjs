import { handOver, install, makeCode } from '../../start/install.mjs';

install();
makeCode();
handOver('scripts/test/long/main.ts', process.argv.slice(2));
