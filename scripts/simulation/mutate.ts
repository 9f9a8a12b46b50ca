import { registerHooks } from 'node:module';
import { ROOT } from '../start/paths.ts';
import { MUTANTS, type Mutant } from './mutants.ts';

export function mutantNamed(name: string): Mutant {
  const mutant = MUTANTS.find((one) => one.name === name);
  if (!mutant) throw new Error(`there is no mutant "${name}"`);
  return mutant;
}

/** Returns the source with the mistake; throws if the source does not contain its text once. */
export function mutated(source: string, { name, file, edits }: Mutant): string {
  return edits.reduce((text, [from, to]) => {
    const [before, after, ...more] = text.split(from);
    if (before === undefined || after === undefined || more.length > 0)
      throw new Error(`services/${file} has to have this once for the mutant "${name}": ${from}`);
    return `${before}${to}${after}`;
  }, source);
}

/** Makes this process load the product with a mistake; call once, before loading the product. */
export function mutate(mutant: Mutant): void {
  const url = new URL(`file://${ROOT}/services/${mutant.file}`).href;
  registerHooks({
    load: (loaded, context, next) => {
      const found = next(loaded, context);
      if (loaded !== url) return found;
      const source =
        typeof found.source === 'string' ? found.source : Buffer.from(found.source as Uint8Array);
      return { ...found, source: mutated(source.toString('utf8'), mutant) };
    },
  });
}
