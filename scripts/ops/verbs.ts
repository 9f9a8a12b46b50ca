import { isPlainName } from '@portal/access/text/person-rules';
import { isEmail } from '@portal/kit/person-fields';
import { SERVICES, type ServiceName } from '../start/paths.ts';

/** The commands of `npm run ops`. */
export interface Verb {
  /** The words after the verb as help shows them: <name> is one word. */
  words: string;
  /** One line for the list of verbs. */
  does: string;
  /**
   * The service whose environment it runs with, and the command, as the words say; a sentence when
   * they are not right.
   */
  task: (words: readonly string[], options: Options) => Task | string;
  /** Returns the question before an irreversible command, from its words. */
  asks?: string | ((words: readonly string[]) => string | undefined);
}

/** Options that only some verbs look at. */
export interface Options {
  since?: string | undefined;
  'quiet-minutes'?: string | undefined;
  'database-key'?: string | undefined;
  email?: string | undefined;
  name?: string | undefined;
  'print-link'?: boolean | undefined;
  blanked?: string | undefined;
}

export interface ReconcileTask {
  kind: 'reconcile';
  verb: 'list' | 'apply';
  since: string;
  /** Younger differences are skipped: a command may still be running. */
  quietMinutes: number;
}

export type Task =
  /** A command of the product, with the environment of a service. */
  | { kind: 'service'; service: ServiceName; command: readonly string[] }
  /** Something that kubectl does. */
  | { kind: 'kubectl'; calls: readonly (readonly string[])[] }
  /** A command that needs no portal. */
  | { kind: 'here'; command: readonly string[] }
  | { kind: 'status' }
  | {
      kind: 'backup' | 'restore';
      folder: string;
      services: readonly ServiceName[];
      /** Key of a service's Secret with the address of its database, if it is not DATABASE_URL. */
      databaseKey?: string | undefined;
      /** File with the ids of students who were blanked. */
      blanked?: string | undefined;
    }
  | { kind: 'rotate'; part: string }
  | ReconcileTask;

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

const folderTask =
  (kind: 'backup' | 'restore') =>
  ([folder, ...services]: readonly string[], options: Options): Task | string => {
    if (folder === undefined) return 'Which folder?';
    const unknown = services.find((service) => !isService(service));
    if (unknown !== undefined) return whichService;
    return {
      kind,
      folder,
      services: services.length > 0 ? services.filter(isService) : SERVICES,
      databaseKey: options['database-key'],
      blanked: options.blanked,
    };
  };

/** All verbs, by name, in the order in which help shows them. `{release}` is the release's name. */
export const verbs: Readonly<Record<string, Verb>> = {
  status: {
    words: '',
    does: 'what each part says of itself: ready, what waits, dead letters, broken invariants',
    task: () => ({ kind: 'status' }),
  },
  'first-admin': {
    words: '--email <address> --name <name>',
    does: 'creates the first staff account and emails its link; --print-link also prints the link',
    task: (_words, { email = '', name = '', 'print-link': printLink = false }) => {
      if (!isEmail(email)) return '--email must be an email address.';
      if (!isPlainName(name, 100)) return '--name must be a name of 1 to 100 characters.';
      const options = ['--email', email, '--name', name, ...(printLink ? ['--print-link'] : [])];
      return {
        kind: 'service',
        service: 'identity',
        command: ['node', 'services/identity/src/staff/first-admin.ts', ...options],
      };
    },
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
    does:
      'ends a dead letter: a process with the undo of its steps, ' +
      'an event or mail without effect',
    asks: 'It is ended for good: it will not be tried again.',
    task: ofLetters('end', (word) => UUID.test(word), 'Which dead letter? Give its id.'),
  },
  'call-off': {
    words: '<session id>',
    does: 'calls a session off: seats and fees back, all told; run again, it goes on',
    asks: ([id]) => `Session ${id} is called off for good, and everybody who is booked is told.`,
    task: ([id = '']) =>
      ID.test(id)
        ? {
            kind: 'service',
            service: 'registration',
            command: ['node', 'services/registration/src/sessions/calling-off/call-off.ts', id],
          }
        : 'Which session? Give its id.',
  },
  blanked: {
    words: '',
    does: 'lists the ids of the students who were blanked (docs/operations/backups.md)',
    task: () => ({
      kind: 'service',
      service: 'identity',
      command: ['node', 'services/identity/src/platform/blanking/list-blanked.ts'],
    }),
  },
  'blank-again': {
    words: '<student id> ...',
    does: 'blanks students again; a restore does this before the portal serves',
    asks: (ids) => `What names ${ids.length} students is removed from all services for good.`,
    task: (ids) =>
      ids.length > 0 && ids.every((id) => ID.test(id))
        ? {
            kind: 'service',
            service: 'identity',
            command: ['node', 'services/identity/src/platform/blanking/blank-again.ts', ...ids],
          }
        : 'Which students? Give their ids.',
  },
  rebuild: {
    words: '<registration or payments>',
    does: 'empties the read copies of a service and fills them again from their owners',
    asks: ([service]) => `Until they are filled again ${service} asks the owners of the facts.`,
    task: ([service]) =>
      service === 'registration' || service === 'payments'
        ? {
            kind: 'service',
            service,
            command: ['node', `services/${service}/src/projections/rebuild.ts`],
          }
        : 'Which service? registration or payments have read copies.',
  },
  backup: {
    words: '<new folder> [service ...]',
    does:
      'writes the databases, each as one snapshot, with a manifest ' +
      '(docs/operations/backups.md)',
    task: folderTask('backup'),
  },
  restore: {
    words: '<folder> [service ...]',
    does:
      'replaces databases by those of a backup, ' +
      'and blanks students again who were blanked since',
    asks: ([folder = '', ...services]) =>
      `The databases of ${services.length > 0 ? services.join(', ') : 'all services'} ` +
      `are deleted and replaced by those of ${folder}.`,
    task: folderTask('restore'),
  },
  reconcile: {
    words: '<list or apply> --since <moment>',
    does: 'lays the books beside the card processor and what services remember, after a restore',
    asks: ([verb]) =>
      verb === 'apply'
        ? 'What `reconcile list` shows is entered into the books, ' +
          'and charges that nobody knows are refunded.'
        : undefined,
    task: ([verb], { since = '', 'quiet-minutes': quiet = '15' }) => {
      if (verb !== 'list' && verb !== 'apply') return 'Do you want a list, or apply it?';
      if (Number.isNaN(Date.parse(since)))
        return (
          'Since when? Say --since with the moment of the backup, ' +
          'such as 2026-11-23T04:00:00Z.'
        );
      if (!/^\d{1,4}$/.test(quiet)) return 'How many minutes? --quiet-minutes is a number.';
      return { kind: 'reconcile', verb, since, quietMinutes: Number(quiet) };
    },
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
    does:
      'makes a new key pair for a part or the operator; ' +
      'docs/operations/secrets.md says how keys are changed',
    task: ([part = '']) =>
      [...PARTS, 'operator'].includes(part)
        ? {
            kind: 'here',
            command: ['node', 'services/kit/auth/make-key.ts', part],
          }
        : `Whose key? One of ${[...PARTS, 'operator'].join(', ')}.`,
  },
  rotate: {
    words: '<part>',
    does: 'gives a part a new signing key, in three steps without a refused call (cluster only)',
    asks: ([part]) =>
      `The Secrets with TOKEN_PUBLIC_KEYS and with the key of ${part} are changed, ` +
      'and all services restarted twice.',
    task: ([part = '']) =>
      PARTS.includes(part) ? { kind: 'rotate', part } : `Which part? One of ${PARTS.join(', ')}.`,
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
    asks: ([node]) =>
      `All pods leave ${node}, and none is put there until kubectl uncordon ${node}.`,
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
    '  --blanked <file>     for restore: a list of blanked students that is newer than the backup',
    '  --database-key <key> for restore: key of the Secret with the address of the server itself',
    '  --quiet-minutes <n>  for reconcile: leaves alone what is younger than so many minutes (15)',
    '  --data-dir <folder>  the data folder of `npm start` (DATA_DIR, or .data)',
    '  --yes                does what cannot be taken back without asking',
    '  --as <name>          who does it, for the audit (otherwise the name you are signed in with)',
  ].join('\n');
}
