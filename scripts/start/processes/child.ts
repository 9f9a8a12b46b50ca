import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { MARK } from './process-of.ts';

/** A program to run, and the signal that ends it. */
export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Everything the program may know, beside the few general names of GENERAL. */
  readonly env?: Readonly<Record<string, string>>;
  readonly user?: { readonly uid: number; readonly gid: number };
  /** The signal that means "end cleanly". */
  readonly stopSignal?: NodeJS.Signals;
}

/**
 * What every program inherits; all else is given by name, so that no part learns another's
 * password.
 */
const GENERAL = [
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
];

const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));

/**
 * Returns a command line with which the kernel ends the program when this process dies, even by
 * kill -9. Without setpriv the next start cleans up. The program has the pid of the spawned
 * process, since setpriv replaces itself.
 */
function wrapped(program: Program): {
  command: string;
  args: readonly string[];
  uid?: number;
  gid?: number;
} {
  const { command, args, user } = program;
  if (!SETPRIV) return { command, args, ...user };
  const as = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
  const death = program.stopSignal ?? 'SIGKILL';
  return { command: SETPRIV, args: [...as, `--pdeathsig=${death}`, '--', command, ...args] };
}

/**
 * Starts a program apart from the terminal: Ctrl-C reaches this process alone, which stops its
 * children in order.
 */
export function startChild(program: Program, dataDir: string, stdio: StdioOptions): ChildProcess {
  const { command, args, ...user } = wrapped(program);
  const general = Object.fromEntries(
    GENERAL.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  return spawn(command, args, {
    cwd: program.cwd,
    env: { ...general, ...program.env, [MARK]: dataDir },
    detached: true,
    stdio,
    ...user,
  });
}
