import { handOver, install } from '../../start/install.mjs';

await install();
handOver('scripts/checks/charts/tools.ts', process.argv.slice(2));
