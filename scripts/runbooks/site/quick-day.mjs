// Loaded into services by --import where runbooks are walked: divides the long intervals of the
// product as the rules of the alerts are divided.
const LONG_MS = 300_000;
const factor = Number(process.env.QUICK_DAY);

globalThis.setTimeout = new Proxy(setTimeout, {
  apply: (real, self, [work, ms, ...rest]) =>
    Reflect.apply(real, self, [work, ms >= LONG_MS ? ms / factor : ms, ...rest]),
});
