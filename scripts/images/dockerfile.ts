/** One instruction of a stage. */
export interface Instruction {
  /** COPY, RUN, ENV, ARG, WORKDIR, USER, CMD, EXPOSE. */
  name: string;
  text: string;
}

/** The instructions between one FROM and the next. */
export interface Stage {
  name: string;
  /** An image or a stage, with its variables not filled in. */
  from: string;
  instructions: readonly Instruction[];
}

export interface Dockerfile {
  /** Arguments before the first FROM, with their defaults. */
  args: Readonly<Record<string, string>>;
  stages: readonly Stage[];
}

const FROM = /^(\S+)(?:\s+AS\s+(\S+))?$/i;

/**
 * Reads what our Dockerfile is written in: FROM ... AS, and one instruction a line, continued by a
 * backslash. Throws on what it does not know, so that no instruction is passed over.
 */
export function parseDockerfile(text: string): Dockerfile {
  const args: Record<string, string> = {};
  const stages: (Stage & { instructions: Instruction[] })[] = [];
  const lines = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (!/^(FROM|ARG|COPY|RUN|ENV|WORKDIR|USER|CMD|EXPOSE)$/.test(name))
      throw new Error(`not known: ${line}`);
    const stage = stages.at(-1);
    if (name === 'FROM') {
      const [, from = '', as] = FROM.exec(rest) ?? [];
      stages.push({ name: as ?? `stage ${stages.length}`, from, instructions: [] });
    } else if (stage) stage.instructions.push({ name, text: rest });
    else {
      const [key = '', value = ''] = rest.split('=');
      args[key] = value;
    }
  }
  return { args, stages };
}

/** `${NAME}` and `$NAME` filled in. */
export const filledIn = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replace(
    /\$\{(\w+)\}|\$(\w+)/g,
    (_, a?: string, b?: string) => variables[a ?? b ?? ''] ?? '',
  );
