import { expect, test } from '@jest/globals';
import { TreeCpu, timesIn } from './process-cpu.ts';

/** A line of /proc/<pid>/stat; ticks are hundredths of a second. */
const line = (pid: number, parent: number, ticks: number, start = 7) =>
  `${pid} (a (strange) name) S ${parent} 0 0 0 0 0 0 0 0 0 ${ticks} 0 0 0 20 0 1 0 ${start} 0 0`;

const sample = (...lines: readonly string[]) => lines.map(timesIn);

test('the time of a process is read from its line, whatever its name is', () => {
  expect(timesIn(line(12, 3, 250))).toEqual({ pid: '12', parent: '3', start: '7', cpu: 2.5 });
});

test('a tree counts its processes once, also those that ended or lost their parent', () => {
  const tree = new TreeCpu(10);
  tree.take(sample(line(1, 0, 900), line(10, 1, 100), line(11, 10, 200), line(20, 1, 500)));
  tree.take(sample(line(1, 0, 900), line(10, 1, 150), line(11, 1, 300), line(12, 11, 50)));
  tree.take(sample(line(1, 0, 900), line(10, 1, 200)));
  expect(tree.seconds).toBe(2 + 3 + 0.5);
});

test('a new process with the id of one that ended is not of the tree', () => {
  const tree = new TreeCpu(10);
  tree.take(sample(line(10, 1, 100), line(11, 10, 200)));
  tree.take(sample(line(10, 1, 100), line(11, 1, 900, 8)));
  expect(tree.seconds).toBe(3);
});
