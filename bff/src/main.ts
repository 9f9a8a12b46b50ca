import { env } from './env.ts';
import { routes } from './routes.ts';
import { runBff } from './run.ts';

await runBff(env, routes);
