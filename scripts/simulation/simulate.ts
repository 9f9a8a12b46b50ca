import { registerHooks } from 'node:module';
import { loadModule } from 'libpg-query';
import { emptyDatabaseOf } from './empty-database.ts';
import { mutantNamed, mutate } from './mutate.ts';
import type { LogEntry } from './postgres/server.ts';
import type { Plan } from './world/plan.ts';
import { takeOverFetch } from './world/stand-ins/calls.ts';
import { takeOverDriver } from './world/stand-ins/driver.ts';
import { ENVIRONMENT } from './world/stand-ins/environment.ts';
import { takeOver } from './world/stand-ins/take-over.ts';
import type { Story } from './world/story.ts';

const here = (file: string): string => new URL(`./world/stand-ins/${file}`, import.meta.url).href;

const ofKit = (file: string): string => new URL(`../../services/kit/${file}`, import.meta.url).href;

/** Modules that the product loads, and those that it gets instead. */
const standIns = new Map([
  [ofKit('auth/actor-token.ts'), here('plain-token.ts')],
  [ofKit('jobs/commit-signal.ts'), here('commit-signal.ts')],
]);

/** Prepares this process to simulate; call once, before loading the product. */
async function prepare(mutant: string | undefined) {
  Object.assign(process.env, ENVIRONMENT);
  if (mutant !== undefined) mutate(mutantNamed(mutant));
  const missed = new Set(standIns.keys());
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context);
      const standIn = standIns.get(found.url);
      missed.delete(found.url);
      if (standIn !== undefined) return { ...found, url: standIn };
      if (specifier === '@grpc/grpc-js' && context.parentURL !== here('grpc.ts'))
        return { ...found, format: 'module-typescript', url: here('grpc.ts') };
      return found;
    },
  });
  await loadModule();
  takeOver();
  takeOverDriver();
  const realFetch = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new Error('warming up'));
  // modules that load at the first use are loaded before time is simulated
  const { requestPartner } = await import('@portal/kit/partners/partner-client');
  await requestPartner({ partner: 'none', method: 'POST', url: 'http://none', timeoutMs: 1 }).catch(
    () => {},
  );
  globalThis.fetch = realFetch;
  const story = await import('./world/story.ts');
  takeOverFetch();
  // a module that has moved would run in all simulated processes as one
  if (missed.size > 0) throw new Error(`the product does not load ${[...missed].join(', ')}`);
  return story;
}

/** Lives through a world; `log` receives the statements of each service's database. */
export type Simulate = (
  plan: Plan,
  log?: (service: string, entry: LogEntry) => void,
) => Promise<Story>;

/**
 * Prepares this process to live through worlds, with a mistake in the product if one is named. Call
 * once: the process loses its real clock.
 */
export async function simulator(mutant?: string): Promise<Simulate> {
  const { liveThrough } = await prepare(mutant);
  return (plan, log) => liveThrough(plan, emptyDatabaseOf, log);
}
