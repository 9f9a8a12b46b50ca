import { handOver, install } from './install.mjs';

install();
handOver('scripts/start/reset.ts');
