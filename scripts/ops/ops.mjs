import { handOver, install, makeCode } from '../start/install.mjs';

install({ withTools: false });
makeCode();
handOver('scripts/ops/main.ts', process.argv.slice(2));
