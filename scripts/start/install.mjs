// Plain JavaScript for any Node from 20 on, without packages: this runs before there are any.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
const STOP_TIMEOUT_MS = 45_000;
const NOTE = join(ROOT, 'node_modules/.portal-lock');

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

function end(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/**
 * Runs a program with everything that it starts, and returns its exit code. A signal, or the end of
 * the npm that started this process, ends all of it, and then this process.
 */
async function runToEnd(program, args, options) {
  let child;
  let received;
  const stop = (signal) => {
    received ??= signal;
    signalGroup(child, signal);
    setTimeout(signalGroup, STOP_TIMEOUT_MS, child, 'SIGKILL').unref();
  };
  const handlers = SIGNALS.map((signal) => [signal, () => stop(signal)]);
  // before the program starts: a signal in between would end this process and leave the program
  for (const [signal, handler] of handlers) process.on(signal, handler);
  // a group of its own: npm leaves the scripts of packages behind when it alone gets a signal
  child = spawn(program, args, {
    ...options,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const watch = watchStarter(() => stop('SIGTERM'));
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  clearInterval(watch);
  for (const [signal, handler] of handlers) process.off(signal, handler);
  if (received === undefined) return status;
  signalGroup(child, 'SIGKILL'); // what did not end with its leader
  process.exit(128 + constants.signals[received]);
}

function signalGroup({ pid }, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // all of it has ended
  }
}

/** The manifests that decide what is installed: the lock, the root's and every workspace's. */
function manifests() {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const folders = workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    return existsSync(join(ROOT, parent))
      ? readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`)
      : [];
  });
  return [
    'package-lock.json',
    'package.json',
    ...folders.sort().map((folder) => `${folder}/package.json`),
  ].filter((file) => existsSync(join(ROOT, file)));
}

function wanted() {
  const hash = createHash('sha256').update(process.platform).update(process.arch);
  for (const file of manifests()) hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

/** Returns the manifests' hash of the last installation and whether it brought test tools. */
function installed() {
  try {
    return JSON.parse(readFileSync(NOTE, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Installs packages when a manifest changed since the last time. Running the portal needs half of
 * them: without `withTools`, linters and test tools are left out, unless they are here already. A
 * signal ends the installation and this process; the next call installs again.
 */
export async function install({ withTools = true } = {}) {
  if (Number(process.versions.node.split('.')[0]) < 20)
    end(`Node.js 20 or newer is needed, and this is ${process.versions.node}.`);
  const before = installed();
  const tools = withTools || before?.tools === true;
  const hash = wanted();
  if (before?.hash === hash && before.tools === tools) return;
  process.stdout.write('Installing packages (once, and when they change)\n');
  const env = { ...process.env };
  // What is left out is said below, whatever the shell says.
  delete env.NODE_ENV;
  const isFresh = !existsSync(join(ROOT, 'node_modules'));
  const args = [
    isFresh ? 'ci' : 'install',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    tools ? '--include=dev' : '--omit=dev',
  ];
  const status = await runToEnd('npm', args, { cwd: ROOT, env }).catch((error) =>
    end(`npm could not be run (${error.message}): install it together with Node.js.`),
  );
  if (status !== 0) end('npm could not install the packages; what it said is above.');
  writeFileSync(NOTE, JSON.stringify({ hash: wanted(), tools }));
}

/** Pids of the processes above this one: npm's shell, and npm above it where the kernel says so. */
function starters() {
  try {
    const above = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[1];
    return `${process.ppid} ${above}`;
  } catch {
    return `${process.ppid}`;
  }
}

/** Calls back each second once the npm that started this process has ended; none without npm. */
function watchStarter(onEnd) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const before = starters();
  return setInterval(() => {
    if (starters() !== before) onEnd();
  }, 1_000).unref();
}

/** The Node of this repository, which `install` has brought. */
function ownNode() {
  const node = join(ROOT, 'node_modules/.bin/node');
  if (!existsSync(node))
    end(
      'The Node.js of this repository is not installed (node_modules/.bin/node): ' +
        'delete node_modules and try again.',
    );
  return node;
}

/** Generates code from the protos before a script imports it. */
export async function makeCode() {
  const status = await runToEnd(ownNode(), [join(ROOT, 'scripts/start/make-code.ts')], {});
  if (status !== 0) process.exit(1);
}

/**
 * Hands over to a script run by the Node of this repository, and ends with its exit code. Passes
 * every signal on to it, and stops it when npm, which started this process, has ended. The script
 * notices the end of this process by its closed channel.
 */
export function handOver(script, args = [], env = {}) {
  const bin = join(ROOT, 'node_modules/.bin');
  const child = spawn(ownNode(), [join(ROOT, script), ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${bin}:${process.env.PATH ?? ''}`, ...env },
  });
  // kills a child that ignores signals; its own children end with it
  const killLater = () => setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS).unref();
  // Ctrl-C reaches the child as well, which counts both as one
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      child.kill(signal);
      killLater();
    });
  }
  watchStarter(() => {
    if (!child.connected) return;
    child.disconnect();
    killLater();
  });
  child.on('error', (error) =>
    end(`The Node.js of this repository cannot be run: ${error.message}`),
  );
  child.on('close', (code) => process.exit(code ?? 1));
}
