import { parseArgs } from 'node:util';
import { UserError } from '../start/user-error.ts';
import { help, type Task, verbs } from './verbs.ts';

/** A portal that ops works on: a release in a cluster, or the data folder of `npm start`. */
export type Place =
  | { kind: 'cluster'; release: string; kubectl: readonly string[] }
  | { kind: 'local'; dataDir: string | undefined };

export interface Plan {
  place: Place;
  task: Task;
  /** Name of the operator, for the audit. */
  by: string;
  /** The question to confirm before the action; undefined when none is needed. */
  question: string | undefined;
}

const NAME = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/**
 * What a command line asks for; undefined when it asks for help. Throws a UserError when it is not
 * right, and then nothing has been done.
 */
export function planOf(args: readonly string[], user: string): Plan | undefined {
  const { values, positionals } = parse(args);
  const [name, ...words] = positionals;
  if (name === undefined || name === 'help') return undefined;
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (!verb) throw new UserError(`There is no verb ${name}.\n\n${help()}`);
  const task = verb.task(words, values);
  if (typeof task === 'string') throw new UserError(task);
  const place = placeOf(values);
  if ((task.kind === 'kubectl' || task.kind === 'rotate') && place.kind === 'local')
    throw new UserError(`${name} is for a cluster: say --release and --namespace.`);
  const asks = typeof verb.asks === 'function' ? verb.asks(words) : verb.asks;
  return {
    place,
    task,
    by: values.as ?? user,
    question: values.yes ? undefined : asks,
  };
}

const text = { type: 'string' } as const;
/** The options of all verbs; `help` names each. */
export const OPTIONS = {
  release: text,
  namespace: text,
  context: text,
  'data-dir': text,
  as: text,
  since: text,
  'quiet-minutes': text,
  'database-key': text,
  email: text,
  name: text,
  'print-link': { type: 'boolean' },
  blanked: text,
  yes: { type: 'boolean' },
} as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UserError((error as Error).message);
  }
}

function placeOf(values: ReturnType<typeof parse>['values']): Place {
  const { release, namespace, context } = values;
  if (release === undefined) {
    if (namespace !== undefined || context !== undefined)
      throw new UserError('Which release? Say --release too.');
    return { kind: 'local', dataDir: values['data-dir'] };
  }
  for (const [option, name] of Object.entries({ release, namespace }))
    if (name !== undefined && !NAME.test(name))
      throw new UserError(`${name} is no name of a ${option}.`);
  const kubectl = [
    ...(context === undefined ? [] : [`--context=${context}`]),
    ...(namespace === undefined ? [] : [`--namespace=${namespace}`]),
  ];
  return { kind: 'cluster', release, kubectl };
}
