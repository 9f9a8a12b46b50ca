// Loaded into the parts by --import where runbooks are walked: what the product does every quarter
// of an hour or less often it does as many times sooner as the rules of the alerts are shorter.
const LONG_MS = 300_000;
const factor = Number(process.env.QUICK_DAY);

globalThis.setTimeout = new Proxy(setTimeout, {
  apply: (real, self, [work, ms, ...rest]) =>
    Reflect.apply(real, self, [work, ms >= LONG_MS ? ms / factor : ms, ...rest]),
});
