import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { loadModule } from 'libpg-query';
import { ROOT } from '../start/paths.ts';
import { MUTANTS } from './mutants.ts';
import { buildCatalog } from './postgres/schema.ts';
import { takeOverFetch } from './world/calls.ts';
import { takeOverDriver } from './world/driver.ts';
import { ENVIRONMENT } from './world/environment.ts';
import { takeOver } from './world/take-over.ts';

export interface Options {
  seed: number;
  seeds: number;
  steps: number;
  minutes: number | null;
  mutant: string | undefined;
  isTraced: boolean;
}

const here = (file: string): string => new URL(`./world/${file}`, import.meta.url).href;

type Services = 'registration' | 'payments';

/** Makes this process one that simulates; once, before the product is loaded. */
async function prepare() {
  Object.assign(process.env, ENVIRONMENT);
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context);
      if (found.url.endsWith('/services/kit/auth/actor-token.ts'))
        return { ...found, url: here('plain-token.ts') };
      if (specifier === '@grpc/grpc-js' && context.parentURL !== here('grpc.ts'))
        return { ...found, format: 'module-typescript', url: here('grpc.ts') };
      return found;
    },
  });
  await loadModule();
  takeOverDriver();
  const realFetch = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new Error('warming up'));
  // what is loaded at the first use is loaded before time is simulated
  const { requestPartner } = await import('@portal/kit/partners/partner-client');
  await requestPartner({ partner: 'none', method: 'POST', url: 'http://none', timeoutMs: 1 }).catch(
    () => {},
  );
  globalThis.fetch = realFetch;
  const story = await import('./world/story.ts');
  takeOverFetch();
  takeOver();
  return story;
}

function migrationsOf(service: Services): string[] {
  return globSync(`services/${service}/prisma/migrations/*/migration.sql`, { cwd: ROOT })
    .sort()
    .map((file) => readFileSync(`${ROOT}/${file}`, 'utf8'));
}

/** Lives through worlds; the exit code. */
export async function simulate(options: Options): Promise<number> {
  const realNow = performance.now.bind(performance);
  const { liveThrough } = await prepare();
  const migrations = {
    registration: migrationsOf('registration'),
    payments: migrationsOf('payments'),
  };
  const makeCatalog = (service: Services) => buildCatalog(migrations[service]);
  const from = realNow();
  let steps = 0;
  let worlds = 0;
  const isOver = () =>
    options.minutes === null
      ? worlds >= options.seeds
      : realNow() - from > options.minutes * 60_000;
  while (!isOver()) {
    const seed = options.seed + worlds++;
    const plan = {
      seed,
      steps: options.steps,
      students: 6,
      exams: 4,
      replicas: 2,
      keepsTrace: true,
      rewrite: options.mutant === undefined ? undefined : MUTANTS[options.mutant],
    };
    const story = await liveThrough(plan, makeCatalog);
    steps += story.steps;
    if (options.isTraced) process.stdout.write(`${story.trace.join('\n')}\n`);
    process.stdout.write(`seed ${seed}: ${story.steps} steps, ${story.digest}\n`);
    if (story.broken) {
      process.stdout.write(`${story.trace.slice(-200).join('\n')}\n`);
      process.stdout.write(`${JSON.stringify(story.broken, null, 1)}\n`);
      process.stdout.write(
        `for scripts/simulation/seeds.json: { "seed": ${seed}, "steps": ${options.steps} }\n`,
      );
      return 1;
    }
  }
  const seconds = (realNow() - from) / 1000;
  process.stdout.write(
    `${steps} steps in ${seconds.toFixed(1)} s, ${Math.round(steps / seconds)} a second\n`,
  );
  return 0;
}
