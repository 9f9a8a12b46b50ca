import type { ServiceName } from './paths.ts';
import type { Program } from './processes/child.ts';
import type { Environment } from './settings.ts';

/**
 * Differences of one process for tests: more environment, or Node flags such as `--import` of a
 * hook.
 */
export interface ServiceOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeArgs?: readonly string[];
}

/** File tree, command and user of a service that runs as its image runs it. */
export interface ImageRun {
  readonly root: string;
  /** As CMD of the image: `node main.ts`. */
  readonly command: readonly string[];
  readonly user?: { readonly uid: number; readonly gid: number };
}

export interface PortalOptions {
  /** Settings of the operator; by default the environment of this process. */
  readonly env?: Environment;
  /** Services, `bff`, `sandbox` and `mail` by name; `*` for all services and the BFF. */
  readonly parts?: Readonly<Record<string, ServiceOptions>>;
  /**
   * Only these services, and the BFF only when all seven are there: for tests of starting itself.
   */
  readonly services?: readonly ServiceName[];
  /** Services that run from the file tree of their image, as a user of their own. */
  readonly images?: Readonly<Record<string, ImageRun>>;
  /**
   * The folder of another release, with its packages and generated code: its migrations, services,
   * BFF and seed run instead of those of this repository; servers, partners and pages are these.
   */
  readonly release?: string;
  /**
   * For `ops restore`: starts on databases of which a restore is not finished, seeds nothing, and
   * starts no BFF, which serves pages and calls.
   */
  readonly isRestoring?: boolean;
  /** Settings of PostgreSQL beside the usual ones, for tests. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
  readonly report?: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** Applies the options of one program; `alsoAll` adds those of `*`. */
export function withOptions(program: Program, options: PortalOptions, alsoAll: boolean): Program {
  const chosen = [...(alsoAll ? [options.parts?.['*']] : []), options.parts?.[program.name]].filter(
    (part) => part !== undefined,
  );
  const env = Object.assign({}, program.env, ...chosen.map((part) => part.env));
  const args = [...chosen.flatMap((part) => part.nodeArgs ?? []), ...program.args];
  return fromImage({ ...program, env, args }, options.images?.[program.name]);
}

/** The same program as its image runs it: nothing but its own files, no folder to write to. */
function fromImage(program: Program, image: ImageRun | undefined): Program {
  if (!image) return program;
  const { WEB_DIR: _, NODE_COMPILE_CACHE: __, ...env } = program.env ?? {};
  const { root, command, user } = image;
  return {
    ...program,
    cwd: root,
    args: command.slice(1),
    env,
    ...(user ? { user } : {}),
  };
}
