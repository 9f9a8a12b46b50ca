import { type Metric, register } from 'prom-client';
import { timers } from './globals.ts';
import { takeOffSpies } from './spies.ts';

type Properties = ReadonlyMap<PropertyKey, PropertyDescriptor>;

/** State that a test file finds and has to restore. */
export interface World {
  readonly cwd: string;
  readonly env: ReadonlyMap<string, string | undefined>;
  readonly objects: ReadonlyMap<object, Properties>;
  readonly metrics: readonly Metric[];
}

/** Symbols and names with two underscores, under which libraries store what they share. */
const isOfLibrary = (key: PropertyKey): boolean =>
  typeof key === 'symbol' || String(key).startsWith('__');

const propertiesOf = (object: object): Properties =>
  new Map(
    Reflect.ownKeys(object)
      .filter((key) => !isOfLibrary(key))
      .map((key) => [key, Object.getOwnPropertyDescriptor(object, key) as PropertyDescriptor]),
  );

// Node makes some globals when they are first read, which would look like a change.
for (const key of Reflect.ownKeys(globalThis))
  if (key !== 'localStorage' && key !== 'sessionStorage') Reflect.get(globalThis, key);

// the type of this list leaves out the metrics that it holds
const metricsNow = () => register.getMetricsAsArray() as unknown as readonly Metric[];

/** Returns the state of the process now; with a page also that of document and browser. */
export const worldNow = (hasPage: boolean): World => ({
  cwd: process.cwd(),
  metrics: metricsNow(),
  env: new Map(Object.entries(process.env)),
  objects: new Map(
    [globalThis, ...(hasPage ? [document, navigator] : [])].map((object) => [
      object,
      propertiesOf(object),
    ]),
  ),
});

/** Puts the real timers back, and names the fake ones where they were left. */
export function endFakeTimers(): string[] {
  if (!('clock' in setTimeout)) return [];
  timers.useRealTimers();
  return ['fake timers'];
}

/** Puts back what has changed since, and names it. */
export function leaksSince({ cwd, env, objects, metrics }: World): string[] {
  const leaks = takeOffSpies().map((key) => `a spy on ${key}`);
  if (process.cwd() !== cwd) {
    process.chdir(cwd);
    leaks.push('another working directory');
  }
  for (const name of new Set([...env.keys(), ...Object.keys(process.env)])) {
    const value = env.get(name);
    if (process.env[name] === value) continue;
    leaks.push(`environment variable ${name}`);
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  const kept = new Set(metricsNow());
  for (const metric of metrics.filter((one) => !kept.has(one))) {
    register.registerMetric(metric);
    leaks.push('a metric that is no longer registered');
  }
  const replaced = [...objects].flatMap(([object, before]) => putBack(object, before));
  // a page goes with its file, and all that was put into it
  return objects.size > 1 ? leaks : [...leaks, ...replaced];
}

function putBack(object: object, before: Properties): string[] {
  const now = propertiesOf(object);
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), now.get(key)];
    if (was && is && Object.is(was.value, is.value) && was.get === is.get) return [];
    if (was) Object.defineProperty(object, key, was);
    else Reflect.deleteProperty(object, key);
    return [`global ${String(key)}`];
  });
}
