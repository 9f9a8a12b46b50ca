import { readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw, inflateRawSync } from 'node:zlib';
import { newYorkDay } from '@portal/contract/days';
import { getExamRegistrations } from '@portal/contract/sessions/report';
import type { Person } from '../../portal-user/person.ts';
import type { Portal } from '../../start/portal-handle.ts';

const parts = ['bff', 'registration', 'identity'] as const;
const rounds = 3;

export interface ReportFile {
  rows: number;
  firstByteMs: number;
  /** The duration of the whole file, relative to compressing the same cells with zlib directly. */
  timesZlib: number;
  /** Of the process that grew most, in MB. */
  growth: number;
}

/**
 * Requests the longest allowed registrations report until today as a workbook; returns the best of
 * three.
 */
export async function reportFile(portal: Portal, admin: Person): Promise<ReportFile> {
  const url = `${portal.url}${getExamRegistrations.path}`;
  const headers = { 'content-type': 'application/json', cookie: admin.cookieHeader };
  const question = await longestAllowed(url, headers);
  const best: ReportFile = {
    rows: 0,
    firstByteMs: Number.POSITIVE_INFINITY,
    timesZlib: Number.POSITIVE_INFINITY,
    growth: 0,
  };
  for (let round = 0; round < rounds; round++) {
    const { chunks, firstByteMs, wholeMs, growth } = await watched(portal, () =>
      read(url, question, headers),
    );
    const sheet = sheetOf(Buffer.concat(chunks));
    best.rows = sheet.toString('latin1').split('<row ').length - 2;
    best.firstByteMs = Math.min(best.firstByteMs, firstByteMs);
    best.timesZlib = Math.min(best.timesZlib, wholeMs / (await zlibMs(sheet)));
    best.growth = Math.max(best.growth, growth);
  }
  return best;
}

async function longestAllowed(url: string, headers: Record<string, string>): Promise<string> {
  const endDate = newYorkDay(new Date());
  for (let days = 365; days > 0; days -= 20) {
    const startDate = Temporal.PlainDate.from(endDate).subtract({ days }).toString();
    const question = JSON.stringify({ dateType: 1, startDate, endDate, format: 'xlsx' });
    const answer = await fetch(url, { method: 'POST', body: question, headers });
    await answer.body?.cancel();
    if (answer.ok) return question;
  }
  throw new Error('no report is short enough');
}

async function read(url: string, body: string, headers: Record<string, string>) {
  const began = performance.now();
  const answer = await fetch(url, { method: 'POST', body, headers });
  if (!answer.ok || !answer.body)
    throw new Error(`the report answered ${answer.status} ${await answer.text()}`);
  const chunks: Uint8Array[] = [];
  let firstByteMs = 0;
  for await (const chunk of answer.body) {
    firstByteMs ||= performance.now() - began;
    chunks.push(chunk);
  }
  return { chunks, firstByteMs, wholeMs: performance.now() - began };
}

/** Runs some work; returns by how many MB the process grew that grew most. */
async function watched<T>(portal: Portal, work: () => Promise<T>): Promise<T & { growth: number }> {
  const before = residentOf(portal);
  let growth = 0;
  const look = () => {
    for (const [at, mb] of residentOf(portal).entries())
      growth = Math.max(growth, mb - (before[at] ?? 0));
  };
  const watch = setInterval(look, 50);
  try {
    const done = await work();
    return { ...done, growth };
  } finally {
    clearInterval(watch);
  }
}

/** Returns the memory of the processes that make the report, in MB. Needs /proc. */
const residentOf = (portal: Portal): number[] =>
  parts.map((part) => {
    const status = readFileSync(`/proc/${portal.pid(part)}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
  });

/** Returns the XML of the only sheet, the largest file of the workbook. */
function sheetOf(zip: Buffer): Buffer {
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const at = zip.indexOf(name);
  return inflateRawSync(zip.subarray(at + name.length + zip.readUInt16LE(at - 2)));
}

async function zlibMs(xml: Buffer): Promise<number> {
  const began = performance.now();
  await pipeline([xml], createDeflateRaw(), async (compressed) => {
    for await (const _ of compressed);
  });
  return performance.now() - began;
}
