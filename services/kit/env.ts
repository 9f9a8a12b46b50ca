import { z } from 'zod';
import { publicKeysVariable, signingKeyVariable } from './auth/token-keys.ts';
import { deploymentErrors } from './secrets/deployment.ts';
import { readSecretFiles } from './secrets/secret-files.ts';

/**
 * Reads the environment, and secrets that are files, by a schema; a missing or wrong value ends the
 * process with one clear sentence.
 */
export function readEnv<S extends z.ZodType>(schema: S): z.output<S> {
  demandSecretFiles();
  demandOwnSecrets();
  const read = schema.safeParse(process.env);
  if (read.success) return read.data;
  const wrong = read.error.issues
    .map((issue) => `${issue.path.join('.')} (${issue.message})`)
    .join(', ');
  process.stderr.write(`The environment is not complete: ${wrong}.\n`);
  process.exit(1);
}

/**
 * Puts secrets that are files into the environment; one that cannot be read ends the process with
 * one clear sentence.
 */
export function demandSecretFiles(): void {
  try {
    readSecretFiles();
  } catch (error) {
    process.stderr.write(`A secret could not be read: ${(error as Error).message}.\n`);
    process.exit(1);
  }
}

/**
 * Ends the process with sentences that name the variables when production must not run with them.
 *
 */
function demandOwnSecrets(): void {
  const errors = deploymentErrors(process.env);
  if (errors.length === 0) return;
  const advice = 'DEPLOYMENT is production; trial and development allow this.';
  process.stderr.write(`${errors.join('\n')}\n${advice}\n`);
  process.exit(1);
}

/** Variables that every service needs to run. */
export const serviceEnv = z.object({
  DATABASE_URL: z.string().min(1),
  /** Maximum of connections; those of all replicas of all services must fit into the server. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(100).default(10),
  NATS_URL: z.string().min(1),
  TOKEN_SIGNING_KEY: signingKeyVariable,
  TOKEN_PUBLIC_KEYS: publicKeysVariable,
  GRPC_LISTEN: z.string().default('0.0.0.0:50051'),
  ADMIN_LISTEN: z.string().default('0.0.0.0:9090'),
});
