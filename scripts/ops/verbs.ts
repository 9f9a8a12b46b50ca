import { SERVICES, type ServiceName } from '../start/paths.ts';

/** What can be asked of a portal by hand. */
export interface Verb {
  /** What follows the verb, as it is shown: <name> stands for one word. */
  words: string;
  /** One line for the list of verbs. */
  does: string;
  /**
   * The service whose environment it runs with, and the command, as the words say; a sentence when
   * they are not right.
   */
  task: (words: readonly string[]) => Task | string;
}

export type Task =
  /** A command of the product, with the environment of a service. */
  | { kind: 'service'; service: ServiceName; command: readonly string[] }
  /** Something that kubectl does. */
  | { kind: 'kubectl'; calls: readonly (readonly string[])[] }
  /** A command that needs no portal. */
  | { kind: 'here'; command: readonly string[] }
  | { kind: 'status' };

const PARTS: readonly string[] = [...SERVICES, 'bff'];
const ID = /^[1-9]\d{0,15}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NODE_NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

const isService = (word = ''): word is ServiceName => SERVICES.includes(word as ServiceName);
const whichService = `Which service? One of ${SERVICES.join(', ')}.`;

const ofLetters =
  (verb: 'list' | 'run' | 'end', isWhich: (word: string) => boolean, sentence: string) =>
  ([service, which = '']: readonly string[]): Task | string => {
    if (!isService(service)) return whichService;
    if (!isWhich(which)) return sentence;
    const words = which ? [verb, which] : [verb];
    return {
      kind: 'service',
      service,
      command: ['node', 'services/kit/commands/redrive.ts', ...words],
    };
  };

/** All verbs, by name, in the order in which help shows them. `{release}` is the release's name. */
export const verbs: Readonly<Record<string, Verb>> = {
  status: {
    words: '',
    does: 'what each part says of itself: ready, what waits, dead letters, broken invariants',
    task: () => ({ kind: 'status' }),
  },
  letters: {
    words: '<service>',
    does: 'lists dead letters: processes, events and mails that failed for too long, and why',
    task: ofLetters('list', (word) => word === '', 'The list needs nothing but the service.'),
  },
  redrive: {
    words: '<service> <id or all>',
    does: 'lets dead letters be tried again, when what kept them from working is mended',
    task: ofLetters(
      'run',
      (word) => word === 'all' || UUID.test(word),
      'Which dead letter? Give its id, or all.',
    ),
  },
  end: {
    words: '<service> <id>',
    does: 'ends a dead letter: a process with the undo of its steps, an event or mail without effect',
    task: ofLetters('end', (word) => UUID.test(word), 'Which dead letter? Give its id.'),
  },
  'call-off': {
    words: '<session id>',
    does: 'calls a session off: seats and fees back, all told; run again, it goes on',
    task: ([id = '']) =>
      ID.test(id)
        ? {
            kind: 'service',
            service: 'registration',
            command: ['node', 'services/registration/src/calling-off/call-off.ts', id],
          }
        : 'Which session? Give its id.',
  },
  rebuild: {
    words: '<registration or payments>',
    does: 'empties the read copies of a service and fills them again from their owners',
    task: ([service]) =>
      service === 'registration' || service === 'payments'
        ? {
            kind: 'service',
            service,
            command: ['node', `services/${service}/src/projections/rebuild.ts`],
          }
        : 'Which service? registration or payments have read copies.',
  },
  migrate: {
    words: '<service>',
    does: "brings a service's database up to date, as the chart's hook does",
    task: ([service]) =>
      isService(service)
        ? {
            kind: 'service',
            service,
            command: ['node', 'services/kit/database/migrate.ts', service],
          }
        : whichService,
  },
  key: {
    words: '<part>',
    does: 'makes a new key pair for a part or the operator; README says how keys are changed',
    task: ([part = '']) =>
      [...PARTS, 'operator'].includes(part)
        ? { kind: 'here', command: ['node', 'services/kit/auth/make-key.ts', part] }
        : `Whose key? One of ${[...PARTS, 'operator'].join(', ')}.`,
  },
  restart: {
    words: '<part or all>',
    does: 'replaces the pods of a part one by one without a lost call (cluster only)',
    task: ([part = '']) => {
      const of =
        part === 'all'
          ? ['deployment', '-l', 'app.kubernetes.io/instance={release}']
          : [`deployment/{release}-${part}`];
      return part === 'all' || PARTS.includes(part)
        ? {
            kind: 'kubectl',
            calls: [
              ['rollout', 'restart', ...of],
              ['rollout', 'status', ...of, '--timeout=10m'],
            ],
          }
        : `Which part? One of ${PARTS.join(', ')}, or all.`;
    },
  },
  drain: {
    words: '<node>',
    does: 'moves the pods off a node, within the disruption budgets (cluster only)',
    task: ([node = '']) =>
      NODE_NAME.test(node)
        ? {
            kind: 'kubectl',
            calls: [['drain', node, '--ignore-daemonsets', '--delete-emptydir-data']],
          }
        : 'Which node? Give its name.',
  },
};

/** The text of `npm run ops -- help`. */
export function help(): string {
  const lines = Object.entries(verbs).map(([name, { words, does }]) => {
    const call = `${name} ${words}`.trim();
    return `  ${call.padEnd(36)} ${does}`;
  });
  return [
    'npm run ops -- <verb> <words> [options]',
    '',
    ...lines,
    '',
    '  --release <name>     a release in a cluster, by kubectl; without it, what `npm start` runs',
    '  --namespace <name>   its namespace',
    '  --context <name>     the context of kubectl',
    '  --data-dir <folder>  the data folder of `npm start` (DATA_DIR, or .data)',
    '  --as <name>          who does it, for the audit (otherwise the name you are signed in with)',
  ].join('\n');
}
