import { writeSync } from 'node:fs';

/** Writes some of the bytes and says how many; throws as `fs.writeSync` does. */
type Write = (bytes: Uint8Array) => number;

/** Where log lines go. */
export interface LogDestination {
  write(line: string): void;
}

/**
 * Writes log lines at once, and never blocks: lines that a full disk or an unread pipe does not
 * accept are lost, and the process goes on. When writing works again a line reports how many were
 * lost. A partly written line is finished first, so that each stays whole.
 */
export function logDestination(write: Write): LogDestination {
  let rest: Uint8Array = new Uint8Array();
  let lost = 0;

  /**
   * Writes as many of these bytes as possible; after a partial write the remaining bytes are kept
   * as the rest.
   */
  const put = (bytes: Uint8Array): boolean => {
    let done = 0;
    try {
      while (done < bytes.length) {
        const taken = write(bytes.subarray(done));
        if (taken === 0) break;
        done += taken;
      }
    } catch {
      // no destination is left for an error message
    }
    const isPartly = done > 0 && done < bytes.length;
    if (isPartly) rest = bytes.slice(done);
    return done > 0 || bytes.length === 0;
  };
  const putRest = (): boolean => {
    const bytes = rest;
    rest = new Uint8Array();
    if (put(bytes)) return rest.length === 0;
    rest = bytes;
    return false;
  };

  return {
    write(line) {
      if (!putRest()) lost += 1;
      else if (lost > 0 && !put(Buffer.from(lostLines(lost)))) lost += 1;
      else {
        lost = 0;
        if (rest.length > 0 || !put(Buffer.from(line))) lost = 1;
      }
    },
  };
}

const lostLines = (lines: number): string =>
  `${JSON.stringify({
    level: 40,
    time: Math.round(performance.timeOrigin + performance.now()),
    part: process.env.PART ?? 'portal',
    lines,
    msg: 'log lines were lost',
  })}\n`;

/**
 * Standard output. A pipe is put into the mode in which a full one says so instead of making the
 * process wait.
 */
export function standardOutput(): LogDestination {
  try {
    void process.stdout.isTTY; // the first use of a pipe by Node sets that mode
    process.stdout.on('error', () => {});
  } catch {
    // closed: then there is nowhere to write to
  }
  return logDestination((bytes) => writeSync(1, bytes));
}
